import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { directionOf, type Language } from '#contract/language.ts';

export interface PageParts {
  language: Language;
  /** Markup of the root. */
  app: string;
  /** What only a printed page shows; already escaped, as `head` is. */
  print: string;
  /** Tags for the head; already escaped. */
  head: string;
  /** What the program in the browser begins with, in the documents that have one. */
  state?: unknown;
}

export type PageTemplate = ReturnType<typeof createPageTemplate>;

/** JSON that cannot end the script element it stands in (HTML Standard, restrictions for contents of script elements). */
export function inertJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

const hashes = (html: string, element: RegExp) =>
  [...html.matchAll(element)].map(([, text = '']) => `'sha256-${hash('sha256', text, 'base64')}'`);

/** The document of each kind of page. */
export type PageTemplates = ReturnType<typeof readPageTemplates>;

/** The lesson's script, with a stylesheet of its own. */
export const lessonEntry = 'src/pages/lesson/client.ts';
const siteScript = /<script type="module"[^>]*><\/script>/;
const stateScript = /<script type="application\/json" id="state">"state"<\/script>/;

/** The document of a lesson, made of the site's. */
export function lessonDocument(html: string, script: string): string {
  return html.replace(stateScript, '').replace(siteScript, () => script);
}

/**
 * The built documents as a slow line needs them: their stylesheet inside, since a link would delay the first paint, and their
 * script after that paint.
 */
export function readPageTemplates(clientDir: string) {
  const built = readFileSync(join(clientDir, 'index.html'), 'utf8');
  const read = (path: string) => readFileSync(join(clientDir, path), 'utf8').trim();
  const manifest: Record<string, { file: string; css?: string[] }> = JSON.parse(read('.vite/manifest.json'));
  const entry = (name: string) => {
    const { file, css } = manifest[name] ?? {};
    if (!file || !css) throw new Error(`The build has no ${name} with a stylesheet`);
    return { address: `/${file}`, styles: css.map(read).join('') };
  };
  const lesson = entry(lessonEntry);
  const styles = lesson.styles.replaceAll('font-display:swap', 'font-display:optional');
  return {
    site: builtTemplate(built, entry('index.html'), false),
    /** A lesson to be read: no program takes it over, so it has no state, and a small script of its own. */
    lesson: builtTemplate(lessonDocument(built, ''), { ...lesson, styles }, true),
  };
}

/**
 * Asks for the program once the browser tells of its first paint: asked for by a tag, its bytes and their compilation came before
 * that. A page in the background paints nothing: it has its program a second after it has loaded.
 */
const afterPaint = (address: string) => `<script>
(() => {
let asked;
const ask = () => {
if (asked) return;
asked = document.createElement('script');
asked.type = 'module';
asked.src="${address}";
document.body.append(asked);
};
addEventListener('load', () => setTimeout(ask, 1000));
new PerformanceObserver(ask).observe({ type: 'paint', buffered: true });
})();
</script>`;

const writing: Record<Language, string> = { en: '-latin-', ar: '-arabic-' };

/** The faces of the other script that a lesson has at its top: digits in Arabic, in English a title. */
function otherScript(path: string, language: Language, app: string): boolean {
  if (language === 'ar') return path.includes(writing.en);
  return path.includes(`markazi-text${writing.ar}`) && /<h1(?:(?!<\/h1>).)*\p{Script=Arabic}/su.test(app);
}

/** @param asksOther faces of the other script are asked for ahead, too, after what is to be painted */
function builtTemplate(
  built: string,
  { address, styles }: { address: string; styles: string },
  asksOther: boolean,
): PageTemplate {
  const html = built
    // What is written for who reads the source: a comment on a line of its own, and the indentation.
    .replace(/^\s*\/\/.*\n/gm, '')
    .replace(/\n\s+/g, '\n')
    .replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${styles}</style>`)
    .replace(siteScript, '')
    .replace('</body>', () => `${afterPaint(address)}</body>`);

  const fonts = [...styles.matchAll(/url\(["']?(\/assets\/[\w.-]+\.woff2)/g)].map(([, path = '']) => path);
  const preload = (path: string, priority = '') =>
    `<link rel="preload" href="${path}" as="font" type="font/woff2" crossorigin${priority}>`;
  return createPageTemplate(html, (language, app) =>
    fonts
      .map((path) => {
        if (path.includes(writing[language])) return preload(path);
        const isLater = asksOther && otherScript(path, language, app);
        return isLater ? preload(path, ' fetchpriority="low"') : '';
      })
      .join(''),
  );
}

/** A document with places for a page's parts. `preloads` are further tags for the head. */
export function createPageTemplate(
  html: string,
  preloads: (language: Language, app: string) => string = () => '',
) {
  return {
    /** CSP sources of the scripts and styles that stand in the document itself. */
    scriptHashes: hashes(html, /<script>([\s\S]*?)<\/script>/g),
    styleHashes: hashes(html, /<style>([\s\S]*?)<\/style>/g),
    fill: ({ language, app, print, head, state }: PageParts): string => {
      const values: Record<string, string> = {
        '<html lang="en" dir="ltr">': `<html lang="${language}" dir="${directionOf(language)}">`,
        '<!--head-->': head + preloads(language, app),
        '<!--print-->': print,
        '<!--app-->': app,
        '"state"': inertJson(state ?? null),
      };
      return html.replace(
        /<html lang="en" dir="ltr">|<!--(?:head|print|app)-->|"state"(?=<\/script>)/g,
        (place) => values[place] ?? place,
      );
    },
  };
}
