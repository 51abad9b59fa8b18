/**
 * The order of letters and marks in the Arabic collation of CLDR (`ar`, standard), written by
 * tests/support/collation-weights.ts, so that names have one order on every machine. A space separates different
 * letters, a comma forms of one letter, and letters that differ only in case are adjacent.
 */
export const letterOrder =
  'ءٴ,أ,ؤ,إ,ئ,ا ٲ ٱ ٳ ݳ ݴ ࢨ ࢩ ࢬ ࢭ ٮ ب ٻ پ ڀ ݐ ݑ ݒ ݓ ݔ ݕ ࢠ ݖ ࢾ ࢡ ࢶ ࢷ ة,ت ث ٹ ٺ ټ ٽ ٿ ࢸ ࢿ ࣀ ج ڃ' +
  ' ڄ چ ڿ ڇ ࢢ ࣁ ࣅ ࣆ ح خ ځ ڂ څ ݗ ݘ ݮ ݯ ݲ ݼ د ذ ڈ ډ ڊ ڋ ڌ ڍ ࢮ ڎ ڏ ڐ ۮ ݙ ݚ ر ز ڑ ڒ ړ ڔ ڕ ږ ڗ ژ ڙ' +
  ' ۯ ݛ ݫ ݬ ݱ ࢪ ࢲ ࢹ س ش ښ ڛ ڜ ۺ ݜ ݭ ݰ ݽ ݾ ص ض ڝ ࢯ ڞ ۻ ط ظ ڟ ࢣ ع غ ڠ ࣃ ۼ ݝ ݞ ݟ ࢳ ف ڡ ڢ ࢻ ڣ ڤ ࢤ' +
  ' ڥ ڦ ݠ ݡ ٯ ق ڧ ࢼ ڨ ࣄ ࢥ ࢵ ك ک ڪ ګ ڬ ݿ ڭ ڮ ࢴ گ ࢰ ࣈ ڰ ڱ ڲ ڳ ڴ ݢ ػ ؼ ݣ ݤ ࣂ ل ڵ ڶ ڷ ڸ ݪ ࢦ ࣇ م ݥ' +
  ' ݦ ࢧ ن ں ࢽ ڻ ڼ ڽ ڹ ݧ ݨ ݩ ه ھ ہ ۃ ۿ ە وۥ ۄ ۅ ۆ ۇ ۈ ۉ ۊ ۋ ࢱ ۏ ݸ ݹ ࢫ ی,ى,يۦ ࣉ ۍ ێ ې ۑ ؽ ؾ ؿ ؠ' +
  ' ݵ ݶ ݷ ࢺ ے ݺ ݻ aA Ⱥ ɐ ɑ ɒ bB ʙ ƀɃ ɓƁ ƃƂ cC ȼȻ ƈƇ ɕ dD,đĐ,ðÐ ɖƉ ɗƊ ƌƋ ȡ eE ɇɆ ǝƎ əƏ ɛƐ ɘ ɚ ' +
  'ɜ ɝ ɞ ʚ ɤ fF ƒƑ gG ɡ ɢ ǥǤ ɠƓ ʛ ɣƔ ƣƢ hH,ħĦ ʜ ƕǶ ɦ ɧ iI ı ɪ ɨƗ ɩƖ jJ ȷ ɉɈ ʝ ɟ ʄ kK ƙƘ ʞ lL,' +
  'łŁ ʟ ƚȽ ɫ ɬ ɭ ȴ ɮ ƛ ʎ mM ɱ nN ɴ ɲƝ ƞȠ ɳ ȵ ŋŊ oO,øØ ɶ ɔƆ ɵƟ ɷ ȣȢ pP ƥƤ ɸ qQ ʠ ɋɊ ĸ rR ʀƦ ɍɌ' +
  ' ɹ ɺ ɻ ɼ ɽ ɾ ɿ ʁ sS ʂ ȿ ʃƩ ƪ ʅ ʆ tT ŧŦ Ⱦ ƫ ƭƬ ʈƮ ȶ ʇ uU ʉɄ ɥ ʮ ʯ ɯƜ ɰ ʊƱ vV ʋƲ ʌɅ wW ʍ xX ' +
  'yY ʏ ɏɎ ƴƳ ȝȜ zZ ƶƵ ȥȤ ʐ ʑ ɀ ʒƷ ƹƸ ƺ ʓ þÞ ƿǷ ƻ ƨƧ ƽƼ ƅƄ ɂɁ ʡ ʢ ʖ ǀ ǁ ǂ ǃ ʗ ʘ ʬ ʭ αΑ βΒ γΓ ' +
  'δΔ εΕ ϝϜ ͷͶ ϛϚ ζΖ ͱͰ ηΗ θΘ ιΙ ϳͿ κΚ ϗϏ λΛ μΜ νΝ ξΞ οΟ πΠ ϻϺ ϟϞ ϙϘ ρΡ ϼ σΣς ͼϾ ͻϽ ͽϿ τΤ υΥ ' +
  'φΦ χΧ ψΨ ωΩ ϡϠ ͳͲ ϸϷ ϣϢ ϥϤ ϧϦ ϩϨ ϫϪ ϭϬ ϯϮ аА әӘ ӕӔ бБ вВ гГ,ґҐ ғҒ ӻӺ ҕҔ ӷӶ дД ԁԀ ђЂ ԃԂ ҙҘ ' +
  'еЕ єЄ жЖ ԫԪ җҖ зЗ ԅԄ ԑԐ ѕЅ ӡӠ ԇԆ иИ ҋҊ іІ јЈ кК қҚ ӄӃ ҡҠ ҟҞ ҝҜ ԟԞ ԛԚ лЛ ӆӅ ԯԮ ԓԒ ԡԠ љЉ ԉԈ ' +
  'ԕԔ мМ ӎӍ нН ԩԨ ӊӉ ңҢ ӈӇ ԣԢ ҥҤ њЊ ԋԊ оО өӨ пП ԥԤ ҧҦ ҁҀ рР ҏҎ ԗԖ сС ԍԌ ҫҪ тТ ԏԎ ҭҬ ћЋ уУ үҮ ' +
  'ұҰ ѹѸ фФ хХ ӽӼ ӿӾ ҳҲ һҺ ԧԦ ѡѠ ѿѾ ѽѼ ѻѺ цЦ ҵҴ чЧ ԭԬ ҷҶ ӌӋ ҹҸ ҽҼ ҿҾ џЏ шШ щЩ ъЪ ыЫ ьЬ ҍҌ ѣѢ ' +
  'эЭ юЮ яЯ ԙԘ ѥѤ ѧѦ ѫѪ ѩѨ ѭѬ ѯѮ ѱѰ ѳѲ ѵѴ ҩҨ ԝԜ ӏӀ א ב ג ד ה ו ז ח ט י כך ל מם נן ס ע פף צץ ק' +
  ' ר ש ת';

/** Letters that are sorted as two, each followed by those two. */
export const letterExpansions = 'ÆAE ßSS æAE ŒOE œOE ƍZW ƾTS ȸDB ȹQP ʣDZ ʤDƷ ʥDʑ ʦTS ʧTƩ ʨTɕ ʩFŊ ʪLS ʫLZ آءء';

/** Marks, lightest first. */
export const markOrder =
  '\u034F\u0591\u0592\u0593\u0594\u0595\u0596\u0597\u0598\u0599\u059A\u059B\u059C\u059D' +
  '\u059E\u059F\u05A0\u05A1\u05A2\u05A3\u05A4\u05A5\u05A6\u05A7\u05A8\u05A9\u05AA\u05AB' +
  '\u05AC\u05AD\u05AE\u05AF\u05BD\u05C4\u05C5\u0610\u0611\u0612\u0613\u0614\u0615\u0616' +
  '\u0617\u0618\u0619\u061A\u06D6\u06D7\u06D8\u06D9\u06DA\u06DB\u06DC\u06E0\u06E2\u06E3' +
  '\u06E4\u06E7\u06E8\u06EA\u06EB\u06EC\u06ED\u0898\u0899\u089A\u089B\u089C\u089D\u08CA' +
  '\u08CB\u08CC\u08CD\u08CE\u08CF\u08D0\u08D1\u08D2\u08D3\u08D4\u08D5\u08D6\u08D7\u08D8' +
  '\u08D9\u08DA\u08DB\u08DC\u08DD\u08DE\u08DF\u08E0\u08E1\u08EA\u08EB\u08EC\u08ED\u08EE' +
  '\u08EF\u08F3\u064B\u08F0\u08E7\u064C\u08F1\u08E8\u064D\u08F2\u08E9\u064E\u08E4\u08F4' +
  '\u08F5\u064F\u08E5\u08FE\u0650\u08E6\u08F6\u0651\u0652\u0653\u06DF\u06E1\u065F\u0656' +
  '\u0657\u0658\u08FF\u0659\u065A\u065B\u065C\u065D\u065E\u08F7\u08F8\u08FD\u08FB\u08FC' +
  '\u08F9\u08FA\u0670\u0332\u0313\u0314\u0301\u0300\u0306\u0302\u030C\u030A\u0342\u0308' +
  '\u030B\u0303\u0307\u0338\u0327\u0328\u0304\u030D\u030E\u0312\u0315\u031A\u033D\u033E' +
  '\u033F\u0346\u034A\u034B\u034C\u0350\u0351\u0352\u0357\u035B\u035D\u035E\u0316\u0317' +
  '\u0318\u0319\u031C\u031D\u031E\u031F\u0320\u0329\u032A\u032B\u032C\u032F\u0333\u033A' +
  '\u033B\u033C\u0347\u0348\u0349\u034D\u034E\u0353\u0354\u0355\u0356\u0359\u035A\u035C' +
  '\u035F\u0362\u0336\u0337\u0335\u0305\u0309\u030F\u0310\u0311\u031B\u0321\u0322\u0323' +
  '\u0324\u0325\u0326\u032D\u032E\u0330\u0331\u0334\u0339\u0345\u0358\u0360\u0361\u05B0' +
  '\u05B1\u05B2\u05B3\u05B4\u05B5\u05B6\u05B7\u05B8\u05C7\u05B9\u05BA\u05BB\u05C2\u05C1' +
  '\u05BC\u05BF\u089E\u089F\u0654\u0655\u08E3';
