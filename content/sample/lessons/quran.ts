import { both, type Category, heading, list, note, paragraph, steps, table } from '../lesson.ts';

export const quran: Category = {
  name: 'Qur’an and tafsir',
  cloth: '#7b5a18',
  lessons: [
    {
      title: 'How the Qur’an is divided',
      language: 'en',
      lead: 'Surah, ayah, juz’, hizb and the small signs in the margin: finding your way in a printed mushaf.',
      blocks: [
        heading('Two kinds of division'),
        paragraph(
          'The **surahs** and **ayahs** belong to the Qur’an itself. The equal parts were marked later so that people could read it in a week, a month or in daily portions; they may begin in the middle of a subject.',
        ),
        table(
          ['Name', 'How many', 'What it is'],
          ['Surah سورة', '114', 'a chapter with a name; the longest is no. 2, the shortest no. 108'],
          [
            'Ayah آية',
            '6,236',
            'a verse, as the Kufan count has it; other old counts differ in where some verses end, not in the text',
          ],
          ['Juz’ جزء', '30', 'a part for each day of a month'],
          ['Hizb حزب', '60', 'half a juz’'],
          ['Quarter ربع', '240', 'a quarter of a hizb, often marked with a star'],
          ['Manzil منزل', '7', 'a part for each day of a week'],
          ['Ruku‘ ركوع', 'about 558', 'a section by meaning, found in South Asian prints'],
        ),
        heading('Makkan and Madinan'),
        paragraph(
          'A surah is called **Makkan** when it was revealed before the emigration to Madinah and **Madinan** when after, wherever that was. Many prints count 86 and 28. Some surahs hold verses of both times, and scholars differ about a few.',
        ),
        table(
          ['', 'Often in Makkan surahs', 'Often in Madinan surahs'],
          ['Themes', 'the One God, the Last Day, earlier prophets', 'law, family, community, treaties'],
          ['Form', 'short, rhythmic verses', 'longer verses'],
          ['Address', 'often to all people', 'often to the believers'],
        ),
        heading('Signs in the margin'),
        list(
          '**Sajdah** (سجدة): a verse at which one prostrates. Prints mark up to 15; the schools count from 11 to 15.',
          '**Stopping signs** above the line: a small meem (م) stop, jeem (ج) stop or go on, la (لا) do not stop here.',
          'The **opening formula** (basmalah) stands before every surah but the ninth; in the first it is counted as a verse in the Kufan count.',
        ),
        heading('A plan to read it once in a year'),
        steps(
          'A common print of the Madinah page has 604 pages. Two pages a day take about ten months.',
          'Read one page in Arabic, or listen to it, and the same page in a translation.',
          'On Friday read the notes of a short tafsir on one passage of the week.',
          'Keep a list of words that come back; fifty words cover a surprising share of the text.',
        ),
        note(
          'Check yourself',
          'On which page does juz’ 30 begin in your copy? In which surah are you at the middle of the book?',
        ),
      ],
    },
    {
      title: 'Introduction to tajweed',
      language: 'en',
      lead: 'Giving each letter its right: where the sounds are made and the rules every reader meets first.',
      blocks: [
        paragraph(
          'Tajweed (تجويد) means to do something well. In recitation it is to bring each letter out of its place, with its qualities, and to keep lengths and pauses. The command to recite with measure is in Qur’an **73:4**. It is learned from the mouth of a teacher; a page can only prepare the ear.',
        ),
        heading('Five regions of sound'),
        table(
          ['Region', 'Letters', 'A hint for English speakers'],
          ['The open space of mouth and throat', 'ا و ي', 'the three long vowels'],
          ['The throat', 'ء ه ع ح غ خ', 'deep, middle and near throat, two letters each'],
          ['The tongue', 'ق ك ج ش ي ض ل ن ر ط د ت ص ز س ظ ذ ث', 'eighteen letters, from its root to its tip'],
          ['The lips', 'ف ب م و', 'ف with the upper teeth'],
          ['The nose', 'غنّة', 'the hum of ن and م'],
        ),
        heading('Heavy and light'),
        paragraph(
          'Seven letters are always heavy: **خ ص ض غ ط ق ظ**. The back of the tongue rises and the mouth fills. The letter ر and the ل in the name of Allah are heavy or light by what stands around them. All others are light.',
        ),
        heading('Rules you meet on the first page'),
        steps(
          '**Natural length (madd):** a long vowel lasts two counts. Do not shorten it, do not sing it.',
          '**Longer madd:** before a hamzah or a doubled letter it is stretched, mostly four to six counts.',
          '**Ghunnah:** ن and م with shaddah hum for two counts.',
          '**Qalqalah:** the letters ق ط ب ج د bounce when they carry no vowel.',
          '**Silent nun and tanwin:** four cases, taught in a lesson of their own.',
          '**Stopping:** the last short vowel falls silent; a round ta (ة) becomes a soft h.',
        ),
        heading('How to practise'),
        list(
          'Ten minutes a day beat an hour a week.',
          'Listen to one line five times, then repeat it with the reciter, then alone.',
          'Record yourself once a week and send it to your teacher.',
          'Begin with the short surahs you use in prayer.',
        ),
        note(
          'Take heart',
          'The one who reads with difficulty has two rewards: see al-Bukhari no. 4937 and Muslim no. 798.',
        ),
      ],
    },
    {
      title: 'The rules of silent nun and tanwin – أحكام النون الساكنة والتنوين',
      language: 'en',
      lead: 'Four rules decide how a silent nun sounds before the next letter.',
      otherLead: 'أربعة أحكام تبيّن كيف تُنطق النون الساكنة والتنوين.',
      blocks: [
        both(
          paragraph(
            'A **silent nun** (نْ) carries no vowel. **Tanwin** is the doubled vowel sign at the end of a noun and sounds like one. Look at the letter after it: it decides.',
          ),
          paragraph(
            '**النون الساكنة** هي النون الخالية من الحركة، و**التنوين** نون ساكنة زائدة تلحق آخر الاسم لفظًا لا خطًّا. والحكم بحسب الحرف الذي بعدهما.',
          ),
        ),
        both(heading('The four rules'), heading('الأحكام الأربعة')),
        both(
          steps(
            '**Izhar, clear:** before the six throat letters say the n plainly, with no extra hum.',
            '**Idgham, merging:** before six letters the n disappears into the next word: four with a hum, two without.',
            '**Iqlab, turning:** before b the n becomes a hidden m with a hum.',
            '**Ikhfa’, hiding:** before the fifteen others it is neither clear nor merged, with a hum of two counts.',
          ),
          steps(
            '**الإظهار:** تُنطق النون واضحة من غير غنّة زائدة قبل حروف الحلق الستة.',
            '**الإدغام:** تدخل النون في الحرف الذي يليها: في أربعة بغنّة، وفي اثنين بغير غنّة.',
            '**الإقلاب:** تُقلب النون ميمًا مخفاة بغنّة قبل الباء.',
            '**الإخفاء:** حال بين الإظهار والإدغام مع الغنّة قبل بقية الحروف، وهي خمسة عشر.',
          ),
        ),
        both(heading('Their letters'), heading('حروفها')),
        both(
          table(
            ['Rule', 'Letters'],
            ['Izhar', 'ء ه ع ح غ خ'],
            ['Idgham, hum', 'ي ن م و'],
            ['Idgham, no hum', 'ل ر'],
            ['Iqlab', 'ب'],
            ['Ikhfa’', 'ص ذ ث ك ج ش ق س د ط ز ف ت ض ظ'],
          ),
          table(
            ['الحكم', 'الحروف'],
            ['الإظهار', 'ء ه ع ح غ خ'],
            ['إدغام بغنّة', 'ي ن م و'],
            ['إدغام بلا غنّة', 'ل ر'],
            ['الإقلاب', 'ب'],
            ['الإخفاء', 'ص ذ ث ك ج ش ق س د ط ز ف ت ض ظ'],
          ),
        ),
        both(
          note('Merging needs two words', 'Inside one word, as in dunya (دنيا), the n stays clear.'),
          note('الإدغام في كلمتين', 'فإن اجتمعا في كلمة واحدة، مثل «دنيا»، وجب الإظهار.'),
        ),
        both(heading('Practice'), heading('تدريب')),
        both(
          steps(
            'Open any page of the mushaf and mark every silent nun and tanwin with a pencil.',
            'Write the rule above each.',
            'Read the page to your teacher, then rub the marks out and read again.',
          ),
          steps(
            'افتح صفحة من المصحف، وعيّن بقلم رصاص كلّ نون ساكنة وتنوين.',
            'اكتب الحكم فوق كلٍّ منها.',
            'اقرأ الصفحة على معلّمك، ثم امحُ العلامات وأعِد القراءة.',
          ),
        ),
      ],
    },
    {
      title: 'مَدْخَلٌ إِلَى عِلْمِ التَّفْسِيرِ',
      language: 'ar',
      lead: 'ما التفسير؟ وكيف يفسّر العلماء القرآن؟ وأيّ كتاب يناسب المبتدئ؟',
      blocks: [
        paragraph(
          '**التفسير** علم يُفهم به كتاب الله: بيان معانيه، واستخراج أحكامه وحِكَمه. وقد حثّ القرآن على تدبّره في مواضع، منها: النساء (**٨٢**)، وص (**٢٩**)، ومحمد (**٢٤**).',
        ),
        heading('طرق التفسير بالترتيب'),
        steps(
          '**تفسير القرآن بالقرآن:** فما أُجمل في موضع قد يُفصَّل في آخر.',
          '**تفسير القرآن بالسنّة:** فالنبي صلى الله عليه وسلم هو المبيّن له (النحل ٤٤).',
          '**أقوال الصحابة:** لمشاهدتهم التنزيل ومعرفتهم باللسان.',
          '**أقوال التابعين** ومن بعدهم من الأئمة.',
          '**لغة العرب وسياق الكلام:** على أن لا يُخالَف بها ما سبق.',
        ),
        heading('علوم يحتاج إليها المفسّر'),
        table(
          ['العلم', 'فائدته'],
          ['أسباب النزول', 'معرفة الحال التي نزلت فيها الآية'],
          ['المكي والمدني', 'فهم ترتيب الأحكام والخطاب'],
          ['الناسخ والمنسوخ', 'معرفة ما استقرّ عليه الحكم'],
          ['القراءات', 'تعدّد الوجوه وما تفيده من معانٍ'],
          ['النحو والبلاغة', 'فهم التركيب ودلالته'],
        ),
        heading('من كتب التفسير'),
        table(
          ['الكتاب', 'المؤلف', 'مزيّته'],
          ['جامع البيان', 'الطبري (ت ٣١٠ هـ)', 'أوسع ما جمع أقوال السلف'],
          ['معالم التنزيل', 'البغوي (ت ٥١٦ هـ)', 'متوسط سهل العبارة'],
          ['الجامع لأحكام القرآن', 'القرطبي (ت ٦٧١ هـ)', 'عناية بالفقه واللغة'],
          ['تفسير القرآن العظيم', 'ابن كثير (ت ٧٧٤ هـ)', 'تفسير بالآيات والأحاديث'],
          ['تفسير الجلالين', 'المحلّي والسيوطي', 'مختصر جدًّا يناسب المراجعة'],
        ),
        heading('آداب القارئ في التفسير'),
        list(
          'ألا يقول في القرآن برأيه من غير علم.',
          'أن يقرأ ما قبل الآية وما بعدها قبل أن يحكم على معناها.',
          'أن يبدأ بتفسير قصير كامل، ثم يتوسّع.',
          'أن يجعل لكل مجلس فائدة يعمل بها.',
        ),
        note(
          'تمرين',
          'اختر سورة قصيرة تحفظها، واكتب معاني كلماتها الغريبة من كتاب مختصر، ثم قارن بكتاب أوسع.',
        ),
      ],
    },
    {
      title: 'Getting to know Surah al-Fatihah',
      language: 'en',
      lead: 'The surah a Muslim recites more than any other: its names, its parts, and how to be present in it.',
      blocks: [
        paragraph(
          'Al-Fatihah (الفاتحة) opens the Qur’an. It is Makkan, has seven verses, and is part of every rak‘ah: **al-Bukhari no. 756**. It is called the greatest surah in **al-Bukhari no. 4474**. Keep your mushaf open at **1:1–7** as you read this page.',
        ),
        heading('Some of its names'),
        list(
          '**The Opening** (الفاتحة), because the book and the prayer begin with it.',
          '**The Mother of the Book** (أم الكتاب), because it holds its aims in short.',
          '**The Seven Oft-repeated** (السبع المثاني), see Qur’an 15:87.',
          '**The Prayer** (الصلاة), from the hadith in Muslim no. 395, which describes it as divided between Allah and His servant.',
        ),
        heading('A map of the surah'),
        table(
          ['Verses', 'Subject', 'What the heart does'],
          ['1–2', 'the name of Allah; praise for the Lord of all worlds', 'thanks'],
          ['3', 'mercy', 'hopes'],
          ['4', 'the Day of Judgement', 'is humbled'],
          ['5', 'worship and help, from Him alone', 'makes a promise'],
          ['6', 'the request: guidance on the straight path', 'asks'],
          ['7', 'whose path it is, and two ways of losing it', 'takes care'],
        ),
        heading('Four observations'),
        steps(
          'It moves from speaking **about** Allah to speaking **to** Him: after praise comes nearness.',
          'It says “we”, even when you pray alone. You stand in a row with all believers.',
          'The only request in it is guidance; whoever has that lacks nothing that matters.',
          'It joins love, hope and fear in a few lines: the three feelings of worship.',
        ),
        heading('Where the schools differ'),
        paragraph(
          'Whether the opening formula is a verse of the surah and read aloud, and whether someone praying behind an imam recites it, are old questions with evidence on each side. Follow your school and respect the others.',
        ),
        heading('An exercise for seven days'),
        steps(
          'Each day choose one verse and read its meaning in a translation and a short tafsir.',
          'In every prayer of that day, slow down at this verse only.',
          'On the seventh day recite the whole surah and stop at the end of each verse.',
        ),
      ],
    },
  ],
};
