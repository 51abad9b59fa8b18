import plugin from 'tailwindcss/plugin';
import { type Face, faces, families, nameFamily } from './faces.ts';
import { fallbacksFor, familyWithFallbacks } from './fallbacks.ts';

const percent = (share: number): string => `${Number((share * 100).toFixed(1))}%`;

/**
 * One `@font-face` rule. The overrides are relative to the adjusted size (CSS Fonts 5), so that every face of a
 * family, web or fallback, has the same line: swapping one for the other moves nothing.
 */
function fontFace({
  family,
  src,
  weight,
  range,
  line,
  sizeAdjust = 100,
}: Omit<Face, 'file' | 'source'> & { src: string }) {
  return {
    'font-family': `"${family}"`,
    src,
    'font-weight': weight,
    'font-display': 'swap',
    'size-adjust': `${sizeAdjust}%`,
    'ascent-override': percent((line.ascent * 100) / sizeAdjust),
    'descent-override': percent((line.descent * 100) / sizeAdjust),
    'line-gap-override': '0%',
    'unicode-range': range,
  };
}

/** The rules of all faces. The site's content security policy has no data: fonts, so that Vite must not inline the small files. */
export const fontFaces = [
  ...faces.map((face) =>
    fontFace({ ...face, src: `url("../fonts/${face.file}?no-inline") format("woff2")` }),
  ),
  ...(['Readex Pro', 'Markazi Text'] as const).flatMap((web) =>
    fallbacksFor(web).map((face) => fontFace({ ...face, line: families[web].line })),
  ),
];

/** The fonts in the stylesheet, for Tailwind's `@plugin`. */
export default plugin(({ addBase }) =>
  addBase({
    '@font-face': fontFaces,
    ':root': {
      // Names, headings and lesson titles: weight 600, both scripts.
      '--font-display': familyWithFallbacks('Markazi Text', 'serif'),
      // Everything else: weights 400 to 700, both scripts.
      '--font-text': familyWithFallbacks('Readex Pro', 'system-ui, sans-serif'),
      // The name of Arabic on pages in another language.
      '--font-name': familyWithFallbacks('Readex Pro', 'sans-serif', nameFamily),
    },
  }),
);
