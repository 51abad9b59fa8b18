import { readdir, readFile, stat } from 'node:fs/promises';
import subsetFont from 'subset-font';
import { describe, expect, test } from 'vitest';
import { faces, listCharacters, nameFamily, readingFace } from './faces.ts';
import { fontFaces } from './font-faces.ts';
import { readSfnt } from './sfnt.ts';

const urlOf = (name: string): URL => new URL(name, import.meta.url);
const readFont = async (file: string) =>
  readSfnt(
    await subsetFont(await readFile(urlOf(file)), undefined, { keepAllGlyphs: true, targetFormat: 'sfnt' }),
  );

/** Returns the code points that the files of a family cover. */
const charactersOfFamily = async (family: string): Promise<Set<number>> => {
  const files = await Promise.all(
    faces.filter((face) => face.family === family).map(({ file }) => readFont(file)),
  );
  return new Set(files.flatMap(({ characters }) => [...characters]));
};
const missingCharacters = (text: string, characters: Set<number>): string =>
  [...new Set(text)].filter((letter) => !characters.has(letter.codePointAt(0) ?? 0)).join('');

const families = [...new Set(faces.map(({ family }) => family))].filter((family) => family !== nameFamily);
const totalBytes = async (files: readonly string[]): Promise<number> => {
  const sizes = await Promise.all(files.map(async (file) => (await stat(urlOf(file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

describe('fonts', () => {
  test('have at most 71 kB for a page in both scripts, and 120 kB with transliteration', async () => {
    const files = faces.map(({ file }) => file);
    expect(await totalBytes(files.filter((file) => !file.includes('transliteration')))).toBeLessThanOrEqual(
      71_000,
    );
    expect(await totalBytes(files)).toBeLessThanOrEqual(120_000);
  });

  test('have exactly the declared files, characters and line metrics', async () => {
    const committed = (await readdir(urlOf('.'))).filter((name) => name.endsWith('.woff2'));
    expect(committed.sort()).toEqual([...faces, readingFace].map(({ file }) => file).sort());
    for (const { file, range, line } of faces) {
      const { characters, ...metrics } = await readFont(file);
      const codes = Array.from(listCharacters(range), (character) => character.codePointAt(0) ?? 0);
      expect(codes, file).toEqual([...characters].sort((a, b) => a - b));
      expect(metrics, file).toEqual(line);
    }
  });

  test.each(families)('%s covers English, transliteration and Arabic', async (family) => {
    const characters = await charactersOfFamily(family);
    expect(missingCharacters('The quick brown fox, 0123456789 – “© ’ … ·”!?', characters)).toBe('');
    expect(missingCharacters('āēīōūḥṣḍṭẓʿʾĀĪŪḤṢḌṬẒ', characters)).toBe('');
    expect(missingCharacters('ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئةىٱـ،؛؟٠١٢٣٤٥٦٧٨٩', characters)).toBe('');
    expect(missingCharacters('\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0670', characters)).toBe('');
  });

  test.each(families)('%s covers every character of the message catalogs', async (family) => {
    const characters = await charactersOfFamily(family);
    for (const catalog of ['../i18n/en.ts', '../i18n/ar.ts']) {
      const source = await readFile(urlOf(catalog), 'utf8');
      expect(missingCharacters(source.replaceAll(/[\n\t]/g, ''), characters)).toBe('');
    }
  });

  test('have a separate face with all letters of the word العربية', async () => {
    const source = await readFile(urlOf('../../contract/language.ts'), 'utf8');
    const [, name = ''] = /ar: '([^']+)' \};/.exec(source) ?? [];
    expect(name).not.toBe('');
    expect(missingCharacters(name, await charactersOfFamily(nameFamily))).toBe('');
  });

  test('have the same line height in all faces of a family, so that swapping fonts shifts nothing', () => {
    for (const family of families) {
      const lines = fontFaces
        .filter((face) => face['font-family'].startsWith(`"${family}`))
        .map((face) => {
          const scale = Number.parseFloat(face['size-adjust']) / 10_000;
          const metric = (name: 'ascent-override' | 'descent-override') =>
            Number.parseFloat(face[name]) * scale;
          return { ascent: metric('ascent-override'), descent: metric('descent-override') };
        });
      expect(lines.length).toBeGreaterThan(4);
      for (const line of lines) {
        expect(line.ascent).toBeCloseTo(lines[0]?.ascent ?? Number.NaN, 2);
        expect(line.descent).toBeCloseTo(lines[0]?.descent ?? Number.NaN, 2);
      }
    }
  });
});
