// Generates `hashes.json` and `suras.json` in this folder from the npm package quran-json (CC BY 4.0): `node src/text/verses/generate.ts`,
// then `npm run format`.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { verseWords } from './verse-words.ts';

interface Sura {
  name: string;
  transliteration: string;
  verses: { text: string }[];
}

/** Packs all words as hashes of three bytes, and the number of words of each verse in one byte, both deflated and in base64. */
export function packVerses(suras: readonly Sura[]): { words: string; lengths: string } {
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

/** Usual spellings of sura names that the source spells differently. */
const modernNames: Record<string, string> = {
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
  write('hashes.json', packVerses(suras));
  write(
    'suras.json',
    suras.map(({ name, transliteration, verses }) => [
      ...[name, transliteration].map((suraName) => modernNames[suraName] ?? suraName),
      verses.length,
    ]),
  );
}
