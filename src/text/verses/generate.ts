// Makes `hashes.json` and `suras.json` of this folder from the npm package quran-json (CC BY 4.0): `node src/text/verses/generate.ts`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { verseWords } from './verse-words.ts';

interface Sura {
  name: string;
  transliteration: string;
  verses: { text: string }[];
}

/** All words as hashes of three bytes, and each verse's number of words; packed and in base64. */
export function packedVerses(suras: readonly Sura[]): { words: string; lengths: string } {
  const verses = suras.flatMap((sura) => sura.verses.map(({ text }) => verseWords(text)));
  const bytes = verses.flatMap((words) =>
    words.flatMap(({ hash }) => [hash >> 16, (hash >> 8) & 255, hash & 255]),
  );
  const pack = (values: readonly number[]) =>
    deflateRawSync(Buffer.from(values), { level: 9 }).toString('base64');
  return { words: pack(bytes), lengths: pack(verses.map(({ length }) => length)) };
}

export const readSource = (): Sura[] =>
  JSON.parse(readFileSync(fileURLToPath(import.meta.resolve('quran-json/dist/quran.json')), 'utf8'));

/** Names as they are written today, for those of the source that are spelled otherwise. */
const todaysNames: Record<string, string> = {
  ابراهيم: 'إبراهيم',
  سبإ: 'سبأ',
  الانسان: 'الإنسان',
  النبإ: 'النبأ',
  الإنفطار: 'الانفطار',
  الإنشقاق: 'الانشقاق',
  'Al-Anbya': 'Al-Anbiya',
  'Ash-Shuraa': 'Ash-Shura',
  'Al-Mujadila': 'Al-Mujadilah',
  'Ad-Duhaa': 'Ad-Duha',
};

if (import.meta.main) {
  const suras = readSource();
  const write = (name: string, value: unknown) =>
    writeFileSync(new URL(name, import.meta.url), `${JSON.stringify(value)}\n`);
  write('hashes.json', packedVerses(suras));
  write(
    'suras.json',
    suras.map(({ name, transliteration, verses }) => [
      ...[name, transliteration].map((each) => todaysNames[each] ?? each),
      verses.length,
    ]),
  );
}
