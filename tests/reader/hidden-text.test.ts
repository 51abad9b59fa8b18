import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createPdf, pdfStream } from '../support/create-pdf.ts';
import { startTestReader } from './test-reader.ts';

const reader = startTestReader();

const sentence = 'This lesson has enough ordinary English words to be trusted as a text.';
const lineAt = (y: number, text: string) => `BT /F1 12 Tf 60 ${y} Td (${text}) Tj ET\n`;

interface Layout {
  /** Dictionary entries of the page, its resources and the catalog; `page` replaces the default page size. */
  page?: string;
  resources?: string;
  catalog?: string;
  /** Further objects, numbered from 7; object 6 is the layer. */
  objects?: string[];
}

async function textOf(content: string, layout: Layout = {}): Promise<string> {
  const { page = '/MediaBox [0 0 595 842]', resources = '', catalog = '', objects = [] } = layout;
  const pdf = createPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Type /Page /Parent 2 0 R ${page} /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> ${resources} >> >>`,
    pdfStream(lineAt(760, sentence) + content),
    '<< /Type /OCG /Name (Teacher) >>',
    ...objects,
  ]);
  const text = await reader.textOf(reader.write(pdf));
  expect(text).toContain(sentence);
  return text.replace(sentence, '').trim();
}

const layerOff = '/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] /Order [6 0 R] >> >>';
const form = '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >>';
const image = (color: string) =>
  pdfStream(
    color,
    '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray',
  );

describe('hidden text is not read', () => {
  test.each<[string, string, Layout]>([
    [
      'on a layer that is off',
      `/OC /L1 BDC ${lineAt(700, 'Secret answer')} EMC`,
      { catalog: layerOff, resources: '/Properties << /L1 6 0 R >>' },
    ],
    [
      'in a form on a layer that is off',
      '/X1 Do',
      {
        catalog: layerOff,
        resources: '/XObject << /X1 7 0 R >>',
        objects: [pdfStream(lineAt(700, 'Secret answer'), `${form} /OC 6 0 R`)],
      },
    ],
    [
      'in an annotation on a layer that is off, next to a visible one',
      '',
      {
        catalog: layerOff,
        page: '/MediaBox [0 0 595 842] /Annots [8 0 R 9 0 R]',
        objects: [
          pdfStream(lineAt(700, 'Secret answer'), form),
          '<< /Type /Annot /Subtype /FreeText /F 4 /OC 6 0 R /Rect [0 0 595 842] /AP << /N 7 0 R >> >>',
          '<< /Type /Annot /Subtype /Square /F 4 /Rect [10 10 20 20] >>',
        ],
      },
    ],
    [
      'outside the page',
      lineAt(100, 'Secret answer'),
      { page: '/MediaBox [0 0 595 842] /CropBox [0 200 595 842]' },
    ],
    ['under a black bar', `${lineAt(700, 'Secret answer')} 0 g 50 690 300 30 re f`, {}],
    [
      'under a drawn square',
      lineAt(700, 'Secret answer'),
      {
        page: '/MediaBox [0 0 595 842] /Annots [<< /Type /Annot /Subtype /Square /F 4 /Rect [50 690 350 720] /AP << /N 7 0 R >> >>]',
        objects: [
          pdfStream('0 g 50 690 300 30 re f', '/Type /XObject /Subtype /Form /BBox [50 690 350 720]'),
        ],
      },
    ],
    ['white on white paper', `1 g ${lineAt(700, 'Secret answer')}`, {}],
    ['without ink and without a picture under it', `3 Tr ${lineAt(700, 'Secret answer')} 0 Tr`, {}],
    ['outside a clip', `q 0 0 10 10 re W n ${lineAt(700, 'Secret answer')} Q`, {}],
  ])('%s', async (_, content, layout) => {
    expect(await textOf(content, layout)).toBe('');
  });

  test('but the words next to a black bar are', async () => {
    expect(await textOf(`${lineAt(700, 'Visible Secret')} 0 g 99 690 300 30 re f`)).toBe('Visible');
  });
});

describe('visible text is read', () => {
  test.each<[string, string, Layout]>([
    [
      'on a layer that is on',
      `/OC /L1 BDC ${lineAt(700, 'Open answer')} EMC`,
      {
        catalog: layerOff.replace('/OFF', '/ON'),
        resources: '/Properties << /L1 6 0 R >>',
      },
    ],
    [
      'in an annotation on a layer that is on',
      '',
      {
        catalog: layerOff.replace('/OFF', '/ON'),
        page: '/MediaBox [0 0 595 842] /Annots [8 0 R]',
        objects: [
          pdfStream(lineAt(700, 'Open answer'), form),
          '<< /Type /Annot /Subtype /FreeText /F 4 /OC 6 0 R /Rect [0 0 595 842] /AP << /N 7 0 R >> >>',
        ],
      },
    ],
    ['white on a dark background', `0 g 50 690 300 30 re f 1 g ${lineAt(700, 'Open answer')}`, {}],
    ['under a frame', `${lineAt(700, 'Open answer')} 50 690 300 30 re S`, {}],
    [
      'of an OCR layer over a scan',
      `q 595 0 0 100 0 650 cm /I1 Do Q 3 Tr ${lineAt(700, 'Open answer')}`,
      { resources: '/XObject << /I1 7 0 R >>', objects: [image('\u00f0')] },
    ],
    [
      'in a form field',
      '',
      {
        catalog: '/AcroForm << /Fields [8 0 R] >>',
        page: '/MediaBox [0 0 595 842] /Annots [8 0 R]',
        objects: [
          pdfStream(
            'BT /F1 12 Tf 5 10 Td (Open answer) Tj ET',
            '/Type /XObject /Subtype /Form /BBox [0 0 300 30] /Resources << /Font << /F1 3 0 R >> >>',
          ),
          '<< /Type /Annot /Subtype /Widget /FT /Tx /T (a) /V (Open answer) /F 4 /Rect [60 690 360 720] /AP << /N 7 0 R >> >>',
        ],
      },
    ],
  ])('%s', async (_, content, layout) => {
    expect(await textOf(content, layout)).toBe('Open answer');
  });
});

const cases = join(import.meta.dirname, '../../../shared/cases');

test.skipIf(!existsSync(cases)).each([
  ['03-hidden-layer', 'Always seen.', 'secret'],
  ['03-cropped-bottom', 'Visible part.', 'private'],
  ['02-widgets-with-appearance', 'Chosenitem', 'Off'],
  ['12-form-words', 'Zubaydafield', 'Hidden'],
])('in %s, reads “%s” but not “%s”', async (file, words, hidden) => {
  const text = await reader.textOf(join(cases, `${file}.pdf`));
  expect(text).toContain(words);
  expect(text).not.toContain(hidden);
});
