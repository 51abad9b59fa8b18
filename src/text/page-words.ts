import { fold, foldVersion } from './fold.ts';
import { splitWords } from './words.ts';

/** Another one whenever `pageWords` answers differently. */
export const pageWordsVersion = `${foldVersion}.2`;

/** Stands for `pageWords` of a row's own `text` and `label`: the embedded backend keeps it so, and takes it so. */
export const ownPageWords = '\u0001';

/** The letters of a folded text, three by three: its words, whatever parts them, are found side by side. */
export function trigrams(text: string): string[] {
  const letters = [...text];
  return letters.slice(2).map((letter, index) => `${letters[index]}${letters[index + 1]}${letter}`);
}

/**
 * What is searched of a page: its folded words with a space at both ends, so that a word with its spaces is found as a whole. Where it
 * quotes the Qur'an in its spelling, all of them once more in that of today. Of a page of which only the letters can be trusted, its
 * letters three by three.
 */
export function pageWords(text: string, label: 'words' | 'letters'): string {
  if (label === 'words') return spellings(text).join('').replaceAll('  ', ' ');
  return ` ${trigrams(splitWords(fold(text)).join('')).join(' ')} `;
}

/** The folded words of a text with a space at both ends, in each of its spellings. */
export function spellings(text: string): string[] {
  const modern = modernSpelling(text);
  const written = modern ? [text.replace(voicedWaw, 'وا'), modern] : [text];
  return written.map((one) => ` ${splitWords(fold(one)).join(' ')} `);
}

/** What only the Qur'an's spelling has: a small alef, a hamza on a stroke, الليل with one lam. */
const signs = /\u0670|\u0640\p{M}*\u0654|ٱل\p{M}*[يی]\p{M}?ل/u;
/** With a vowel it is a consonant, as in واحد; `fold` takes it for the alef of صلوٰة. */
const voicedWaw = /و\u064E\u0640?\u0670/g;
/** No word is as long; putting many marks into order takes quadratic time. */
const longest = 64;

/** What is read with a long a and written without an alef today too: هذا، هؤلاء، هكذا، ذلك، أولئك، لكن، إله، الرحمن، الله. */
const withoutAlef = /^[اوفبكل]*?(?:ال|ل)?(?:هذ|هولا|هكذا|ذلك|اوليك|لكن|اله|رحمن)|^[وفبت]?ا?لله/;

/** Letters that are the long a themselves, or carry it at the end of a word. */
const carriers = /[اآٱوىی]/;

/**
 * A text in the spelling of the Qur'an as it is written today: ٱلصِّرَٰطَ is الصراط, يَٰقَوْمِ is يا قوم, شَيْـًٔا is شيئا. Undefined where the
 * two do not differ. Source: docs/decisions/018-words-inside.md.
 */
export function modernSpelling(text: string): string | undefined {
  if (!signs.test(text)) return undefined;
  const word = /[\p{L}\p{M}\p{Cf}\u0640]+/gu;
  const modern = text.replace(word, (written) => (signs.test(written) ? modernWord(written) : written));
  return modern === text ? undefined : modern;
}

function modernWord(word: string): string {
  if (word.length > longest || withoutAlef.test(fold(word))) return word;
  return (
    word
      .normalize('NFC')
      // The call is a word of its own.
      .replace(/^(و\u064E?)?[يی]\u064E?\u0640?\u0670[\u0640\p{M}]*(?=\p{L})/u, '$1يا ')
      .replace(voicedWaw, 'وا')
      .replace(/[ىی]\u0640?\u0670(?=\p{M}*\p{L})/gu, 'ا')
      .replace(/(\p{L})([\u0640\p{M}]*?)\u0670/gu, (written, letter, marks) =>
        carriers.test(letter) && !marks.includes('\u064E') ? written : `${letter}ا`,
      )
      // A hamza stands on a yeh after one, and beside the vowel i where no alef follows; else on an alef.
      .replace(/([يی]?)(\p{M}*)\u0640(\p{M}*\u0654\p{M}*)(ا?)/gu, (_, yeh, before, marks, alef) => {
        const isHigh = yeh || (!alef && `${before}${marks}`.includes('\u0650'));
        return `${yeh}${before}${isHigh ? 'ئ' : 'أ'}${alef}`;
      })
      .replace(/ء(?=\u0650\p{L})/gu, 'ئ')
      .replace(/ٱل\p{M}*(?=[يی]\p{M}?ل)/u, 'الل')
  );
}
