import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { compilePageQuery } from '#text/page-query.ts';
import { createPdf, pdfStream, pdfText, utf16Hex } from '../../../tests/support/create-pdf.ts';
import { createSharedFolder } from '../../../tests/support/temporary-folder.ts';
import { createTextPdf } from '../../../tests/support/text-pdf.ts';
import { createLessonDrawings } from './lesson-drawings.ts';
import { createPictureStore } from './picture-store.ts';

const folder = createSharedFolder();
const corpus = join(import.meta.dirname, '../../../tests/reader/arabic-pdfs');
const store = createPictureStore(join(folder, 'pictures'), 1e8, 60);
const drawings = createLessonDrawings(store, async (fileId) =>
  fileId.includes('/') ? fileId : join(folder, fileId),
);
afterAll(() => store.close());

/** Writes a PDF and returns its file id. */
function writeLesson(name: string, pdf: string) {
  writeFileSync(join(folder, name), pdf, 'latin1');
  return name;
}
const corpusPath = (name: string) => join(corpus, name);
/** Writes a PDF whose pages have these entries and a black square in the lower left corner. */
function writePages(name: string, ...entries: string[]) {
  const square = '0 g 0 0 50 50 re f';
  const kids = entries.map((_, index) => `${4 + index} 0 R`).join(' ');
  return writeLesson(
    name,
    createPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${entries.length} /Kids [${kids}] >>`,
      pdfStream(square),
      ...entries.map((entry) => `<< /Type /Page /Parent 2 0 R /Contents 3 0 R ${entry} >>`),
    ]),
  );
}
async function draw(fileId: string, page = 1, width: 800 | 1600 = 800) {
  const picture = await drawings.picture(fileId, { lessonId: 'lesson', page, width });
  if (!picture || 'fault' in picture) return picture;
  const { data, info } = await sharp(picture.bytes).greyscale().raw().toBuffer({ resolveWithObject: true });
  /** Returns the brightness at a position in fractions of the picture. */
  const brightnessAt = (x: number, y: number) =>
    data[Math.floor(y * info.height) * info.width + Math.floor(x * info.width)];
  return { ...info, brightnessAt };
}
const requirePicture = (picture: Awaited<ReturnType<typeof draw>>) => {
  if (!picture || 'fault' in picture) throw new Error('there is no picture');
  return picture;
};

test('draws rotated, cropped and unusually sized pages as viewers show them', async () => {
  const fileId = writePages(
    'boxes.pdf',
    '/MediaBox [0 0 200 400]',
    '/MediaBox [0 0 200 400] /Rotate 90',
    '/MediaBox [0 0 200 400] /CropBox [100 100 200 200]',
    '/MediaBox [0 0 14400 14400]',
    '/MediaBox [0 0 10 10000]',
    '/MediaBox [0 0 0 0]',
    '/MediaBox [-100 -100 100 100]',
  );
  const outline = await drawings.outline(fileId);
  expect(outline?.contents).toEqual([]);
  expect(outline?.pages.slice(0, 5)).toEqual([
    { width: 200, height: 400 },
    { width: 400, height: 200 },
    { width: 100, height: 100 },
    { width: 14_400, height: 14_400 },
    { width: 10, height: 10_000 },
  ]);
  expect(outline?.pages[5]).toEqual({ width: expect.any(Number), height: expect.any(Number) });
  const uprightPage = requirePicture(await draw(fileId, 1));
  expect([uprightPage.width, uprightPage.height]).toEqual([800, 1600]);
  expect([uprightPage.brightnessAt(0.05, 0.95), uprightPage.brightnessAt(0.95, 0.05)]).toEqual([0, 255]);
  const rotatedPage = requirePicture(await draw(fileId, 2));
  expect([rotatedPage.width, rotatedPage.height]).toEqual([800, 400]);
  expect([rotatedPage.brightnessAt(0.05, 0.05), rotatedPage.brightnessAt(0.95, 0.95)]).toEqual([0, 255]);
  const croppedPage = requirePicture(await draw(fileId, 3, 1600));
  expect([croppedPage.width, croppedPage.height, croppedPage.brightnessAt(0.05, 0.95)]).toEqual([
    1600, 1600, 255,
  ]);
  expect(requirePicture(await draw(fileId, 4)).width).toBe(800);
  const narrowPage = requirePicture(await draw(fileId, 5));
  expect(narrowPage.height / narrowPage.width).toBeGreaterThan(500);
  expect(narrowPage.height).toBeLessThanOrEqual(16_000);
  expect(requirePicture(await draw(fileId, 6)).width).toBe(800);
  expect(requirePicture(await draw(fileId, 7)).brightnessAt(0.55, 0.45)).toBe(0);
});

test('returns the reason if a page is missing or the file is encrypted or broken', async () => {
  expect(await draw(corpusPath('06-chromium-p1.pdf'), 3)).toBeUndefined();
  expect(await draw(corpusPath('44-encrypted-p2.pdf'))).toEqual({ fault: 'locked' });
  expect(await drawings.outline(corpusPath('44-encrypted-p2.pdf'))).toBeUndefined();
  expect(await draw(writeLesson('broken.pdf', '%PDF-1.7\nhello\n%%EOF\n'))).toEqual({ fault: 'broken' });
  expect(await drawings.outline('nowhere.pdf')).toBeUndefined();
  // Encrypted with an empty password, so viewers open it.
  expect(requirePicture(await draw(corpusPath('45-encrypted-p7.pdf'))).width).toBe(800);
});

test('reports a drawing that took too long, instead of a broken file', async () => {
  const impatientStore = createPictureStore(join(folder, 'impatient'), 1e8, 1e-6);
  const impatientDrawings = createLessonDrawings(impatientStore, async () =>
    corpusPath('06-chromium-p1.pdf'),
  );
  const picture = await impatientDrawings.picture('lesson', { lessonId: 'lesson', page: 1, width: 800 });
  expect(picture).toEqual({ fault: 'slow' });
  impatientStore.close();
});

test('reads the contents list, cleaned and limited, even if it is circular', async () => {
  const item = (title: string, links: string) => `<< /Title ${pdfText(title)} ${links} >>`;
  const fileId = writeLesson(
    'contents.pdf',
    createPdf([
      '<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>',
      '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] >>',
      '<< /Type /Outlines /First 6 0 R /Last 10 0 R >>',
      item('باب\u202E الطهارة\n\u0007', '/Parent 5 0 R /Next 8 0 R /First 7 0 R /Dest [3 0 R /Fit]'),
      item('Water', '/Parent 6 0 R /A << /S /GoTo /D [4 0 R /Fit] >>'),
      item('Nowhere', '/Parent 5 0 R /Next 9 0 R'),
      item(' \u200F ', '/Parent 5 0 R /Next 10 0 R /Dest [3 0 R /Fit]'),
      item('x'.repeat(5000), '/Parent 5 0 R /Next 6 0 R /Dest [4 0 R /Fit]'),
    ]),
  );
  expect((await drawings.outline(fileId))?.contents).toEqual([
    { title: 'باب الطهارة', page: 1, level: 0 },
    { title: 'Water', page: 2, level: 1 },
    { title: 'x'.repeat(200), page: 2, level: 0 },
  ]);
});

test('handles a lesson of 2,000 pages', async () => {
  const book = writeLesson(
    'book.pdf',
    createTextPdf(Array.from({ length: 2000 }, (_, index) => [`Page ${index}`])),
  );
  const outline = await drawings.outline(book);
  expect(outline?.pages).toHaveLength(2000);
  // Pages of the same size share one object.
  expect(new Set(outline?.pages).size).toBe(1);
  expect(requirePicture(await draw(book, 2000)).width).toBe(800);
});

test('locates searched words on the displayed page', async () => {
  const fileId = writeLesson('words.pdf', createTextPdf([['Wudu before prayer', 'and a travel-', 'ler']]));
  const [wudu, ...otherBoxes] = await drawings.words(fileId, 1, 'words', compilePageQuery('wudu'));
  expect(otherBoxes).toEqual([]);
  // The baseline starts 72 points from the left and 82 from the top of 595 × 842; the middle of the letters is higher.
  expect(wudu?.x).toBeCloseTo(72 / 595, 2);
  expect((wudu?.y ?? 0) + (wudu?.height ?? 0) / 2).toBeCloseTo(78 / 842, 2);
  expect(wudu?.width).toBeGreaterThan(0.03);
  expect(await drawings.words(fileId, 1, 'words', compilePageQuery('traveller'))).toHaveLength(2);
  expect(await drawings.words(fileId, 1, 'words', compilePageQuery('"before prayer"'))).toHaveLength(1);
  expect(await drawings.words(fileId, 1, 'words', compilePageQuery('salah'))).toEqual([]);
  expect(await drawings.words(fileId, 9, 'words', compilePageQuery('wudu'))).toEqual([]);
});

test('locates Arabic words on a rotated page', async () => {
  const fileId = corpusPath('46-rotated-p4.pdf');
  const boxes = await drawings.words(fileId, 1, 'words', compilePageQuery('"السنة الهجرية"'));
  expect(boxes).toHaveLength(1);
  // The lines of this page run from top to bottom.
  const [{ width = 0, height = 0 } = {}] = boxes;
  expect(height).toBeGreaterThan(2 * width);
});

test('draws form fields with their page', async () => {
  const square = '0 g 0 0 100 100 re f';
  const fileId = writeLesson(
    'form.pdf',
    createPdf([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Annots [4 0 R] >>',
      '<< /Type /Annot /Subtype /Widget /FT /Sig /T (a) /F 4 /Rect [100 100 200 200] /AP << /N 5 0 R >> >>',
      pdfStream(square, '/Type /XObject /Subtype /Form /BBox [0 0 100 100]'),
    ]),
  );
  const picture = requirePicture(await draw(fileId));
  expect([picture.brightnessAt(0.75, 0.25), picture.brightnessAt(0.25, 0.75)]).toEqual([0, 255]);
});

test('draws Arabic words in a built-in face if their font is not embedded', async () => {
  const letters = [...'ابتكملس'];
  const map = `begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange ${letters.length} beginbfchar
${letters.map((letter, index) => `<000${index + 1}> <${utf16Hex(letter)}>`).join('\n')} endbfchar endcmap`;
  const codes = [...'باتك'].map((letter) => `000${letters.indexOf(letter) + 1}`).join('');
  const content = `BT /F1 40 Tf 100 100 Td <${codes}> Tj ET`;
  const fileId = writeLesson(
    'missing-font.pdf',
    createPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
      pdfStream(content),
      '<< /Type /Font /Subtype /Type0 /BaseFont /TraditionalArabic /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 8 0 R >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /TraditionalArabic /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor 7 0 R >>',
      '<< /Type /FontDescriptor /FontName /TraditionalArabic /Flags 4 /FontBBox [0 -300 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -300 /CapHeight 700 /StemV 80 >>',
      pdfStream(map),
    ]),
  );
  const picture = requirePicture(await draw(fileId));
  const boxes = Array.from({ length: 400 }, (_, index) => [
    0.25 + (index % 20) * 0.01,
    0.3 + Math.floor(index / 20) * 0.01,
  ]);
  expect(Math.min(...boxes.map(([x = 0, y = 0]) => picture.brightnessAt(x, y) ?? 255))).toBeLessThan(80);
});
