import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '#contract/language.ts';
import type { Inline } from '#site/security-headers.ts';

/** Entry files of the client bundle, by kind of page. */
export const clientSources = {
  site: 'src/pages/client.tsx',
  lesson: 'src/pages/lesson/client.ts',
  poster: 'src/pages/poster/client.ts',
} as const;
export type DocumentKind = keyof typeof clientSources;

/** Assets that browsers load for a kind of page. */
export interface DocumentAssets {
  /** Text of the inline stylesheet; absent in development, where the page links to `stylesheet`. */
  style?: string;
  stylesheet?: string;
  /** Loads the client bundle: the text of an inline script, or the address of a module. */
  loader: { inline: string } | { module: string };
  /** Addresses of the font files. */
  fonts: readonly string[];
}

/** Strips the indentation of an inline script. */
const dedentScript = (text: string): string => text.replace(/\n\s+/g, '\n').trim();

/**
 * Stores the language that the address names, unless one is stored. If the address names none, switches the page to the stored
 * language before the first paint.
 */
export const languageScript = dedentScript(`
  (() => {
    var isLanguage = (value) => value === 'en' || value === 'ar';
    var address = new URL(location.href);
    var requested = address.searchParams.get('lang');
    var stored = null;
    try {
      stored = localStorage.getItem('lang');
      if (isLanguage(requested) && !isLanguage(stored)) localStorage.setItem('lang', requested);
    } catch {}
    if (!isLanguage(requested) && isLanguage(stored) && stored !== document.documentElement.lang) {
      address.searchParams.set('lang', stored);
      window.stop();
      location.replace(address);
    }
  })();
`);

/**
 * Makes sheets work before and without the client bundle. Closes a sheet when the visitor follows a link in it. Replaces
 * `commandfor` and `closedby` in Safari before 26.2, Chrome before 135 and Firefox before 144.
 */
export const sheetScript = dedentScript(`
  document.addEventListener('click', (event) => {
    var target = event.target;
    var sheet = target.closest('dialog');
    var button = target.closest('[commandfor]');
    var box = target === sheet && !('closedBy' in sheet) && sheet.getBoundingClientRect();
    if (button && !('commandForElement' in button)) {
      if (sheet) sheet.close();
      else document.getElementById(button.getAttribute('commandfor')).showModal();
    } else if (sheet && (target.closest('a') || (box && (event.clientX < box.left || event.clientX > box.right)))) {
      sheet.close();
    }
  });
`);

export const noScriptStyle =
  '.js-only{display:none}.header-nav,.category-column{display:block}.category-column{margin-block-end:1rem}@media(max-width:30rem){.site-header .display{display:none}.nav-pill{padding-inline:.6rem}}';

/**
 * Requests the client bundle after the first paint, because its download and compilation would delay the paint. A background tab
 * does not paint, so the script also requests the bundle one second after the page has loaded.
 */
const loadAfterPaint = (address: string): string =>
  dedentScript(`
    (() => {
      let requested;
      const request = () => {
        if (requested) return;
        requested = document.createElement('script');
        requested.type = 'module';
        requested.src="${address}";
        document.body.append(requested);
      };
      addEventListener('load', () => setTimeout(request, 1000));
      new PerformanceObserver(request).observe({ type: 'paint', buffered: true });
    })();
  `);

/** Reads the assets of each kind of page from a build. Throws if the build lacks an entry file or its stylesheet. */
export function readDocumentAssets(clientDir: string): Record<DocumentKind, DocumentAssets> {
  const readText = (path: string) => readFileSync(join(clientDir, path), 'utf8').trim();
  const manifest: Record<string, { file: string; css?: string[] }> = JSON.parse(
    readText('.vite/manifest.json'),
  );
  const readAssets = (kind: DocumentKind, transformStyle = (style: string) => style): DocumentAssets => {
    const { file, css } = manifest[clientSources[kind]] ?? {};
    if (!file || !css) throw new Error(`The build lacks ${clientSources[kind]} or its stylesheet`);
    const style = transformStyle(css.map(readText).join(''));
    const fonts = [...style.matchAll(/url\(["']?(\/assets\/[\w.-]+\.woff2)/g)].map(([, path = '']) => path);
    return { style, loader: { inline: loadAfterPaint(`/${file}`) }, fonts };
  };
  return {
    site: readAssets('site'),
    // Loads the script by its address: an inline loader would add a hash to the security policy of every page.
    poster: { ...readAssets('poster'), loader: { module: `/${manifest[clientSources.poster]?.file}` } },
    // Prevents late fonts from changing a lesson after the first paint. Naskh must load, because fallbacks can lack characters.
    lesson: readAssets('lesson', (style) =>
      style.replaceAll(/(?<!font-family:Naskh[^}]*)font-display:swap/g, 'font-display:optional'),
    ),
  };
}

/** Returns the CSP sources of a document's inline scripts and styles. */
export function hashInlineParts({ style, loader }: DocumentAssets): Inline {
  const toSource = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`;
  const scripts = [languageScript, sheetScript, ...('inline' in loader ? [loader.inline] : [])];
  const styles = [noScriptStyle, ...(style === undefined ? [] : [style])];
  return { scriptHashes: scripts.map(toSource), styleHashes: styles.map(toSource) };
}

/** Part of a font file's name that identifies its writing system. */
const scriptMarkers: Record<Language, string> = { en: '-latin-', ar: '-arabic-' };

/**
 * Lists the fonts to preload: those of the page's language, and all fonts for a poster. A lesson's page also preloads, at low
 * priority, Latin fonts if it is Arabic, and Arabic fonts if its title, text or quotations need them.
 */
export function listFontPreloads(
  kind: DocumentKind,
  { fonts }: DocumentAssets,
  language: Language,
  app: string,
) {
  const isInTitle = /<h1(?:(?!<\/h1>).)*\p{Script=Arabic}/su;
  const isInText = /class="lesson-text .*\p{Script=Arabic}/su;
  const isInQuote = /<blockquote(?:(?!<\/blockquote>).)*\p{Script=Arabic}/su;
  const isOfOtherScript = (path: string) => {
    if (path.includes('naskh-text')) return isInText.test(app) || isInQuote.test(app);
    if (language === 'ar') return path.includes(scriptMarkers.en);
    return path.includes(scriptMarkers.ar) && (path.includes('markazi') ? isInTitle : isInText).test(app);
  };
  return fonts.flatMap((path) => {
    if (path.includes(scriptMarkers[language])) return [{ path, isLow: false }];
    if (kind === 'poster')
      return [{ path, isLow: !path.includes(scriptMarkers.en) && !path.includes(scriptMarkers.ar) }];
    return kind === 'lesson' && isOfOtherScript(path) ? [{ path, isLow: true }] : [];
  });
}
