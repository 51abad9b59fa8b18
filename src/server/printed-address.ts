import { renderSVG } from 'uqr';
import { assetOf } from '#site/assets.ts';

/** The site's address as a printed page shows it, in letters and as a QR code. */
export function printedAddress(origin: string) {
  const asset = assetOf('address', 'svg', 'image/svg+xml', renderSVG(origin, { border: 0 }));
  return { picture: asset.path, address: origin.replace(/^https?:\/\//, ''), asset };
}
