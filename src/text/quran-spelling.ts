import { fold } from './fold.ts';

/** Spellings typical of the Qur'an: a small alef, a hamza on a stroke, a silent alef or yeh, الليل with one lam. */
const quranMarks = /\u0670|\u0640\p{M}*\u0654|ؤ\p{M}*ا\u06DF|إ\u0650?[يى]\u06DF|ٱل\p{M}*[يی]\p{M}?ل/u;
/** A consonant waw before a small alef, as in وَٰحِد, has a fatha. The waw of صلوٰة, which is read as an alef, has none. */
const voicedWaw = /و\u064E\u0640?\u0670/g;
/** Maximum length of a word to rewrite: sorting many marks takes quadratic time. */
const MAX_WORD_LENGTH = 64;

/** Words read with a long a but written without an alef today: هذا، هؤلاء، هكذا، ذلك، أولئك، لكن، إله، الرحمن، الله. */
const withoutAlef = /^[اوفبكل]*?(?:ال|ل)?(?:هذ|هولا|هكذا|ذلك|اوليك|لكن|اله|رحمن)|^[وفبت]?ا?لله/;

/** Letters that write a long a, or carry one at the end of a word. */
const alefCarriers = /[اآٱوىی]/;

/** Replaces the small alef after each consonant waw by an alef, because `fold` would replace the waw too. */
export function voiceWaws(text: string): string {
  return text.replace(voicedWaw, 'وا');
}

/**
 * Rewrites the Qur'an's spelling in modern spelling, word by word: ٱلصِّرَٰطَ is الصراط, يَٰقَوْمِ is يا قوم. Undefined if no word changes.
 * Source: docs/decisions/018-words-inside.md.
 */
export function modernSpelling(text: string): string | undefined {
  if (!quranMarks.test(text)) return undefined;
  const word = /[\p{L}\p{M}\p{Cf}\u0640]+/gu;
  const modern = text.replace(word, (original) =>
    quranMarks.test(original) ? modernWord(original) : original,
  );
  return modern === text ? undefined : modern;
}

function modernWord(word: string): string {
  if (word.length > MAX_WORD_LENGTH || withoutAlef.test(fold(word))) return word;
  return (
    word
      .normalize('NFC')
      // The vocative particle is a separate word today.
      .replace(/^(و\u064E?)?[يی]\u064E?\u0640?\u0670[\u0640\p{M}]*(?=\p{L})/u, '$1يا ')
      .replace(voicedWaw, 'وا')
      // The Qur'an writes العلماء and الملأ with a waw and a silent alef.
      .replace(/\u0640?\u0670\p{M}*ؤ\p{M}*ا\u06DF/u, 'اء')
      .replace(/\u064E\p{M}*ؤ\p{M}*ا\u06DF/u, 'أ')
      .replace(/[ىی]\u0640?\u0670(?=\p{M}*\p{L})/gu, 'ا')
      .replace(/(\p{L})([\u0640\p{M}]*?)\u0670/gu, (match, letter, marks) =>
        alefCarriers.test(letter) && !marks.includes('\u064E') ? match : `${letter}ا`,
      )
      // A hamza on a stroke moves to a waw if it has a damma before a waw. It moves to a yeh after a yeh, and next to the vowel i unless an
      // alef follows; else to an alef.
      .replace(/\u0640(?=\p{M}*\u064F)\p{M}*\u0654\p{M}*(?=و)/gu, 'ؤ')
      .replace(/إ\u0650?[يى]\u06DF/u, 'ئ')
      .replace(/([يی]?)(\p{M}*)\u0640(\p{M}*\u0654\p{M}*)(ا?)/gu, (_, yeh, before, marks, alef) => {
        const isOnYeh = yeh || (!alef && `${before}${marks}`.includes('\u0650'));
        return `${yeh}${before}${isOnYeh ? 'ئ' : 'أ'}${alef}`;
      })
      .replace(/ء(?=\u0650\p{L})/gu, 'ئ')
      .replace(/ٱل\p{M}*(?=[يی]\p{M}?ل)|ٱل\p{M}*(?=ا\p{M}*(?:ت\p{M}*[ىي]|ئ))/u, 'الل')
  );
}
