/** English function words, which could have the skeleton of an Arabic word ("say" and "sai"). */
export const functionWords: ReadonlySet<string> = new Set(
  `about above after again all also and any are away back because been before being below between both but came can
  come could day days did does doing done down each else ever every few for from get give given good had has have
  having her here hers him his how into its just know less let like look made make many may might more most much must
  near need never new nor not now off often one once only our ours out over own part put said same saw say says see
  seen she should show since some such take than that the their them then there these they thing this those through
  too two under until upon use very was way ways well were what when where which while who whom whose why will with
  would yes yet you your`.split(/\s+/),
);

/** Arabic function words, folded. */
const arabicFunctionWords = new Set(
  `في من علي عن الي ما لا ان او ثم قد لم لن هل يا مع كل بين عند بعد قبل حتي اذا اذ كما هو هي هم هذا هذه ذلك تلك التي الذي
  الذين كان كانت يكون ليس غير اي وفي ومن وما ولا وان وهو وهي به له فيه منه عليه انه كيف لماذا متي`.split(
    /\s+/,
  ),
);

/** Whether a folded word is a function word of either language, one Arabic letter, or at most two Latin letters. */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(word) || arabicFunctionWords.has(word) || /^(?:[a-z]{1,2}|[ء-ي])$/.test(word);
}
