import type { Page } from '@playwright/test';
import sharp from 'sharp';

/** A sheet of US Letter in points, and the pixels per point of its picture. */
const sheet = { width: 612, height: 792, scale: 2 };
/** CSS pixels per point. */
const CSS_PIXELS = 96 / 72;
/** Width of a character of the text layer, in thousandths of its size. */
const CHARACTER_WIDTH = 500;

interface PlacedWord {
  text: string;
  left: number;
  bottom: number;
  width: number;
  height: number;
}

/** Prints a page like a scan: one gray picture of the sheet with invisible words above it. */
export async function scannedPdf(page: Page, title: string, language: string): Promise<Buffer> {
  await page.setViewportSize({ width: sheet.width * CSS_PIXELS, height: sheet.height * CSS_PIXELS });
  const picture = await sharp(await page.screenshot({ type: 'png' }))
    .resize(sheet.width * sheet.scale, sheet.height * sheet.scale)
    .flatten({ background: '#fff' })
    .linear(0.82, 34)
    .toColourspace('b-w')
    .jpeg({ quality: 42, mozjpeg: true })
    .toBuffer();
  const words = await placedWords(page);
  const lines = words.map((word) => `BT ${textOperators(word)} ET`);
  const content = `q ${sheet.width} 0 0 ${sheet.height} 0 0 cm /Scan Do Q\n3 Tr\n${lines.join('\n')}`;
  const dictionary = `/Type /XObject /Subtype /Image /Width ${sheet.width * sheet.scale} /Height ${sheet.height * sheet.scale} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode`;
  return pdfOf(
    [
      `<< /Type /Catalog /Pages 2 0 R /Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${sheet.width} ${sheet.height}] /Contents 4 0 R /Resources << /XObject << /Scan 5 0 R >> /Font << /Words 6 0 R >> >> >>`,
      stream('', Buffer.from(content, 'latin1')),
      stream(dictionary, picture),
      '<< /Type /Font /Subtype /Type0 /BaseFont /GlyphLessFont /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>',
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /GlyphLessFont /CIDToGIDMap /Identity /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 9 0 R /DW ${CHARACTER_WIDTH} >>`,
      stream('', Buffer.from(toUnicode, 'latin1')),
      '<< /Type /FontDescriptor /FontName /GlyphLessFont /Flags 5 /FontBBox [0 -200 500 800] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 >>',
      `<< /Title <${hex(`\ufeff${title}`)}> /Author (Minbar sample) /Producer (Minbar) >>`,
    ],
    10,
  );
}

/** Reads the words of the page with the boxes in which they are drawn, in points from the lower left corner. */
async function placedWords(page: Page): Promise<PlacedWord[]> {
  const boxes = await page.evaluate(() => {
    const words: { text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const { 0: text, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + text.length);
        words.push({ text, box: range.getBoundingClientRect() });
      }
    }
    return words.map(({ text, box: { left, bottom, width, height } }) => ({
      text,
      left,
      bottom,
      width,
      height,
    }));
  });
  return boxes.map(({ text, left, bottom, width, height }) => ({
    text,
    left: left / CSS_PIXELS,
    bottom: sheet.height - bottom / CSS_PIXELS,
    width: width / CSS_PIXELS,
    height: height / CSS_PIXELS,
  }));
}

/** A word of Arabic advances to the left, as programs that recognize text write it. */
function textOperators({ text, left, bottom, width, height }: PlacedWord): string {
  const size = height * 0.6;
  const isArabic = /[\u0600-\u06ff]/.test(text);
  const stretch = (100 * width) / ((text.length * CHARACTER_WIDTH * size) / 1000);
  const numbers = [isArabic ? -1 : 1, 0, 0, 1, isArabic ? left + width : left, bottom + height * 0.3];
  const matrix = numbers.map((number) => number.toFixed(2).replace(/\.?0+$/, ''));
  return `/Words ${size.toFixed(2)} Tf ${stretch.toFixed(1)} Tz ${matrix.join(' ')} Tm <${hex(text)}> Tj`;
}

const hex = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('');

const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <0000> <FFFF> endcodespacerange
1 beginbfrange <0000> <FFFF> <0000> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`;

const stream = (dictionary: string, bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`, 'latin1'),
    bytes,
    Buffer.from('\nendstream', 'latin1'),
  ]);

/** Creates a PDF of these objects; the first is its catalog. */
function pdfOf(objects: readonly (string | Buffer)[], info: number): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\u00e2\u00e3\u00cf\u00d3\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const add = (bytes: Buffer) => {
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [at, object] of objects.entries()) {
    offsets.push(length);
    add(Buffer.from(`${at + 1} 0 obj\n`, 'latin1'));
    add(typeof object === 'string' ? Buffer.from(object, 'latin1') : object);
    add(Buffer.from('\nendobj\n', 'latin1'));
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${info} 0 R >>\nstartxref\n${length}\n%%EOF\n`;
  add(Buffer.from(end, 'latin1'));
  return Buffer.concat(parts);
}
