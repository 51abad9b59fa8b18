import { readdir, readFile, stat } from 'node:fs/promises';
import subsetFont from 'subset-font';
import { describe, expect, test } from 'vitest';
import { charactersIn, faces, nameFamily, readingFace } from './faces.ts';
import { fontFaces } from './font-faces.ts';
import { readSfnt } from './sfnt.ts';

const here = (name: string): URL => new URL(name, import.meta.url);
const read = async (file: string) =>
  readSfnt(
    await subsetFont(await readFile(here(file)), undefined, { keepAllGlyphs: true, targetFormat: 'sfnt' }),
  );

/** All letters of a family, and the stylesheet that declares them. */
const covered = async (family: string): Promise<Set<number>> => {
  const files = await Promise.all(
    faces.filter((face) => face.family === family).map(({ file }) => read(file)),
  );
  return new Set(files.flatMap(({ characters }) => [...characters]));
};
const missing = (text: string, characters: Set<number>): string =>
  [...new Set(text)].filter((letter) => !characters.has(letter.codePointAt(0) ?? 0)).join('');

const families = [...new Set(faces.map(({ family }) => family))].filter((family) => family !== nameFamily);
const bytes = async (files: readonly string[]): Promise<number> => {
  const sizes = await Promise.all(files.map(async (file) => (await stat(here(file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
};

describe('fonts', () => {
  test('weigh at most 71 kB for a page in both scripts, and 120 kB in all', async () => {
    const files = faces.map(({ file }) => file);
    expect(await bytes(files.filter((file) => !file.includes('transliteration')))).toBeLessThanOrEqual(
      71_000,
    );
    expect(await bytes(files)).toBeLessThanOrEqual(120_000);
  });

  test('are the files of the folder, each with what it covers and its own line', async () => {
    const committed = (await readdir(here('.'))).filter((name) => name.endsWith('.woff2'));
    expect(committed.sort()).toEqual([...faces, readingFace].map(({ file }) => file).sort());
    for (const { file, range, line } of faces) {
      const { characters, ...metrics } = await read(file);
      const codes = Array.from(charactersIn(range), (character) => character.codePointAt(0) ?? 0);
      expect(codes, file).toEqual([...characters].sort((a, b) => a - b));
      expect(metrics, file).toEqual(line);
    }
  });

  test.each(families)('%s draws English, its transliteration and Arabic', async (family) => {
    const characters = await covered(family);
    expect(missing('The quick brown fox, 0123456789 – “© ’ … ·”!?', characters)).toBe('');
    expect(missing('āēīōūḥṣḍṭẓʿʾĀĪŪḤṢḌṬẒ', characters)).toBe('');
    expect(missing('ابتثجحخدذرزسشصضطظعغفقكلمنهويءآأؤإئةىٱـ،؛؟٠١٢٣٤٥٦٧٨٩', characters)).toBe('');
    expect(missing('\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0652\u0670', characters)).toBe('');
  });

  test.each(families)('%s draws every character of the message catalogs', async (family) => {
    const characters = await covered(family);
    for (const catalog of ['../i18n/en.ts', '../i18n/ar.ts']) {
      const source = await readFile(here(catalog), 'utf8');
      expect(missing(source.replaceAll(/[\n\t]/g, ''), characters)).toBe('');
    }
  });

  test('the name of Arabic has all its letters in a face of its own', async () => {
    const source = await readFile(here('../../contract/language.ts'), 'utf8');
    const [, name = ''] = /ar: '([^']+)' \};/.exec(source) ?? [];
    expect(name).not.toBe('');
    expect(missing(name, await covered(nameFamily))).toBe('');
  });

  test('every face of a family has the same line, so that swapping it in moves nothing', () => {
    for (const family of families) {
      const lines = fontFaces
        .filter((face) => face['font-family'].startsWith(`"${family}`))
        .map((face) => {
          const scale = Number.parseFloat(face['size-adjust']) / 10_000;
          const share = (name: 'ascent-override' | 'descent-override') =>
            Number.parseFloat(face[name]) * scale;
          return { ascent: share('ascent-override'), descent: share('descent-override') };
        });
      expect(lines.length).toBeGreaterThan(4);
      for (const line of lines) {
        expect(line.ascent).toBeCloseTo(lines[0]?.ascent ?? Number.NaN, 2);
        expect(line.descent).toBeCloseTo(lines[0]?.descent ?? Number.NaN, 2);
      }
    }
  });
});
