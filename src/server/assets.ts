import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** A file sent as it is: kept in memory, because reading it each time is ten times slower. */
export interface Asset {
  type: string;
  bytes: Buffer;
  /** The same, brotli-compressed; absent for what does not shrink. */
  brotli?: Buffer;
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The built files by their path. Only what the build wrote is there: no path of a request reaches the disk. */
export function loadAssets(clientDir: string): Map<string, Asset> {
  const folder = join(clientDir, 'assets');
  const assets = new Map<string, Asset>();
  const names = new Set(readdirSync(folder));
  for (const name of names) {
    const type = types[extname(name)];
    if (!type) continue;
    assets.set(`/assets/${name}`, {
      type,
      bytes: readFileSync(join(folder, name)),
      ...(names.has(`${name}.br`) ? { brotli: readFileSync(join(folder, `${name}.br`)) } : {}),
    });
  }
  return assets;
}
