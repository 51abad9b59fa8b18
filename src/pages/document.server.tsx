import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { directionOf, type Language } from '#contract/language.ts';
import {
  type DocumentAssets,
  type DocumentKind,
  languageScript,
  listFontPreloads,
  noScriptStyle,
  sheetScript,
} from './document-assets.server.ts';
import type { QrCode } from './qr-code.server.ts';

export interface DocumentProps {
  kind: DocumentKind;
  assets: DocumentAssets;
  language: Language;
  /** Title, meta and link elements. */
  head: ReactNode;
  /** Markup of the `root` element. */
  app: string;
  /** Address shown when the page is printed. */
  printedAddress?: PrintedAddress | undefined;
  /** Initial state for the client bundle; absent if the page is not hydrated. */
  state?: unknown;
}

/** An address to print, with its QR code: the URL of a picture, or a path to draw in the document. */
export type PrintedAddress = { address: string } & ({ picture: string } | { code: QrCode });

/** Serializes a value as JSON that cannot end the script element around it (HTML Standard, contents of script elements). */
export function toInertJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029');
}

const toInnerHtml = (html: string) => ({ dangerouslySetInnerHTML: { __html: html } });

export function renderDocument(props: DocumentProps): string {
  return `<!doctype html>${renderToStaticMarkup(<Document {...props} />)}`;
}

function Document({ kind, assets, language, head, app, printedAddress, state }: DocumentProps) {
  const { style, stylesheet, loader } = assets;
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script {...toInnerHtml(languageScript)} />
        {head}
        {/* Delays the first paint until `#first-view` is parsed, because the page navigation would shift while incomplete. */}
        {app.includes('id="first-view"') && <link rel="expect" href="#first-view" blocking="render" />}
        {listFontPreloads(kind, assets, language, app).map(({ path, isLow }) => (
          <link
            key={path}
            rel="preload"
            href={path}
            as="font"
            type="font/woff2"
            crossOrigin=""
            fetchPriority={isLow ? 'low' : undefined}
          />
        ))}
        {style !== undefined && <style {...toInnerHtml(style)} />}
        {stylesheet !== undefined && <link rel="stylesheet" href={stylesheet} />}
        <noscript>
          <style {...toInnerHtml(noScriptStyle)} />
        </noscript>
      </head>
      <body>
        <Drawings />
        {printedAddress && (
          // The picture is hidden and lazy, so that browsers fetch it only for printing.
          <div className="printed-address" dir="ltr">
            {'code' in printedAddress ? (
              <svg
                viewBox={`0 0 ${printedAddress.code.size} ${printedAddress.code.size}`}
                width="96"
                height="96"
                aria-hidden="true"
              >
                <path d={printedAddress.code.path} />
              </svg>
            ) : (
              <img src={printedAddress.picture} alt="" loading="lazy" width="96" height="96" />
            )}
            <bdi>{printedAddress.address}</bdi>
          </div>
        )}
        <div id="root" {...toInnerHtml(app)} />
        <script {...toInnerHtml(sheetScript)} />
        {state !== undefined && (
          <script type="application/json" id="state" {...toInnerHtml(toInertJson(state))} />
        )}
        {'inline' in loader ? (
          <script {...toInnerHtml(loader.inline)} />
        ) : (
          <script type="module" src={loader.module} />
        )}
      </body>
    </html>
  );
}

const strokeAttributes = {
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

/** Defines the icons that the first paint needs; `Icon` refers to them. */
function Drawings() {
  return (
    <svg width="0" height="0" aria-hidden="true" className="drawings">
      <defs>
        <symbol id="i-star" viewBox="-50 -50 100 100">
          <path
            fill="none"
            stroke="currentColor"
            strokeWidth="4"
            strokeLinejoin="round"
            d="M0-46 13.5-32.5h19v19L46 0 32.5 13.5v19h-19L0 46-13.5 32.5h-19v-19L-46 0-32.5-13.5v-19h19Z"
          />
          <path
            fill="currentColor"
            d="M0-20 6-14.2h8.2V-6L20 0l-5.8 6v8.2H6L0 20l-6-5.8h-8.2V6L-20 0l5.8-6v-8.2H-6Z"
          />
        </symbol>
        <symbol id="i-menu" viewBox="0 0 24 24" {...strokeAttributes}>
          <path d="M4 7h16M4 12h16M4 17h16" />
        </symbol>
      </defs>
    </svg>
  );
}
