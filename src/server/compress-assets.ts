import { readdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Fonts and pictures are compressed already. */
const textTypes = new Set(['.js', '.css', '.svg']);

/** Writes a `.br` beside each text file of a folder, at brotli's best level: done once, sent for ever. */
export async function compressAssets(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => textTypes.has(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const bytes = await readFile(join(folder, name));
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      await writeFile(join(folder, `${name}.br`), await compress(bytes, { params }));
    }),
  );
}
