import { createHash } from 'node:crypto';
import { renderSVG } from 'uqr';
import type { Asset } from './assets.ts';
import { escapeHtml } from './escape-html.ts';

/**
 * The site's address as a printed page shows it, in letters and as a QR code. Out of sight on a screen: a lazy picture that is not
 * shown is fetched by nobody but who prints.
 */
export function printedAddress(origin: string): { html: string; asset: Asset } {
  const bytes = Buffer.from(renderSVG(origin, { border: 0 }));
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  const path = `/assets/address-${version}.svg`;
  const shown = escapeHtml(origin.replace(/^https?:\/\//, ''));
  const html = `<div class="printed-address" dir="ltr"><img src="${path}" alt="" loading="lazy" width="96" height="96"><bdi>${shown}</bdi></div>`;
  return { html, asset: { path, type: 'image/svg+xml', bytes } };
}
