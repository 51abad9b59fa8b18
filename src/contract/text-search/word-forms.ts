/** What is written onto an Arabic word: and, so, by, like, for, and the article. */
const particles = ['', 'و', 'ف', 'ب', 'ك', 'ل', 'وب', 'ول', 'فب', 'فل', 'وك'];
const withArticle = ['ال', 'وال', 'فال', 'بال', 'كال', 'لل', 'ولل', 'فلل', 'وبال', 'فبال', 'وكال'];

const arabicWord = /^[ء-ي]+$/;
const article = /^[وف]?(?:[بك]?ال|لل)(?=[ء-ي]{3})/;
/** Without the article a letter may as well be one of the word's own: only before a word that is long without it. */
const particle = /^[وف]?[بكل]?(?=[ء-ي]{4})/;

/**
 * A folded word in the forms in which a page may have it: an Arabic word with and without the particles that are written onto it.
 * A letter that belongs to the word is not looked through: وقت is not قت.
 */
export function wordForms(word: string): string[] {
  if (!arabicWord.test(word)) return [word];
  const stems = [word, word.replace(article, ''), article.test(word) ? word : word.replace(particle, '')];
  const forms = stems.flatMap((stem) => {
    if (stem.length < 3) return [stem, ...withArticle.map((before) => before + stem)];
    const after = article.test(stem) ? [...particles.slice(0, 5)] : [...particles, ...withArticle];
    return after.map((before) => before + stem);
  });
  return [...new Set(forms)];
}
