import { type Answer, answerOf } from './answer.ts';
import type { Asset } from './assets.ts';
import { forEver } from './for-ever.ts';
import { acceptedEncoding } from './packing.ts';
import type { Headers } from './security-headers.ts';

function assetAnswer({ type, bytes, brotli }: Asset, encoded: boolean, every: Headers): Answer {
  const headers = {
    ...every,
    'Content-Type': type,
    'Cache-Control': forEver,
    Vary: 'Accept-Encoding',
    // An SVG opened by itself is a document: it gets to run nothing.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ...(encoded ? { 'Content-Encoding': 'br' } : {}),
  };
  return answerOf(200, headers, encoded ? brotli : bytes);
}

/** Finds the answer of an asset, by its path and what the request accepts. */
export type AssetAnswers = (path: string, acceptEncoding: string | undefined) => Answer | undefined;

/** Makes the answers of all assets; `every` are the headers of every answer. */
export function createAssetAnswers(assets: ReadonlyMap<string, Asset>, every: Headers): AssetAnswers {
  const answers = new Map(
    [...assets].map(([path, asset]) => {
      const plain = assetAnswer(asset, false, every);
      return [path, { plain, packed: asset.brotli ? assetAnswer(asset, true, every) : plain }] as const;
    }),
  );
  return (path, acceptEncoding) => {
    const answer = answers.get(path);
    return acceptedEncoding(acceptEncoding) === 'br' ? answer?.packed : answer?.plain;
  };
}
