/** Characters (code points) that Appwrite takes for the name of a file when it is renamed. */
const longest = 128;

const lengthOf = (text: string): number => [...text].length;
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The name a lesson's file is stored under: the lesson's own, cut between two letters where it is longer than Appwrite takes. */
export function storedName(fileName: string): string {
  if (lengthOf(fileName) <= longest) return fileName;
  const ending = /\.pdf$/i.exec(fileName)?.[0] ?? '';
  let left = longest - ending.length;
  let stem = '';
  for (const { segment } of letters.segment(fileName)) {
    left -= lengthOf(segment);
    if (left < 0) break;
    stem += segment;
  }
  return `${stem.trimEnd()}${ending}`;
}
