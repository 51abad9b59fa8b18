import { renderSVG } from 'uqr';
import { assetOf } from '#site/assets.ts';
import { escapeHtml } from '#site/escape-html.ts';

/**
 * The site's address as a printed page shows it, in letters and as a QR code. Out of sight on a screen: a lazy picture that is not
 * shown is fetched by nobody but who prints.
 */
export function printedAddress(origin: string) {
  const asset = assetOf('address', 'svg', 'image/svg+xml', renderSVG(origin, { border: 0 }));
  const shown = escapeHtml(origin.replace(/^https?:\/\//, ''));
  const html = `<div class="printed-address" dir="ltr"><img src="${asset.path}" alt="" loading="lazy" width="96" height="96"><bdi>${shown}</bdi></div>`;
  return { html, asset };
}
