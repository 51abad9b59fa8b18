import { constants, inflateSync } from 'node:zlib';

const OBJECT_STREAM = '/ObjStm';
/** Dictionary entries that can turn layers off; an empty list turns none off. */
const OFF = /\/OFF(?!\s*\[\s*\])\b|\/BaseState\s*\/Unchanged/;
/** Maximum distance in bytes from the type of a stream to its data. */
const MAX_HEADER_BYTES = 400;

/** Whether a file may have optional layers; false if it certainly has none. Any compressed object may contain them. */
export function mayHaveLayers(file: Buffer): boolean {
  return file.includes('/OCProperties') || file.includes(OBJECT_STREAM);
}

/** Whether a file may turn a layer off; false if it certainly does not. */
export function mayHideLayers(file: Buffer): boolean {
  if (OFF.test(file.toString('latin1'))) return true;
  for (
    let offset = file.indexOf(OBJECT_STREAM);
    offset >= 0;
    offset = file.indexOf(OBJECT_STREAM, offset + 1)
  ) {
    const objects = inflateStream(file, offset);
    // An encrypted stream cannot be searched, so it may turn a layer off.
    if (objects === undefined || OFF.test(objects)) return true;
  }
  return false;
}

function inflateStream(file: Buffer, typeOffset: number): string | undefined {
  const header = file.subarray(typeOffset, typeOffset + MAX_HEADER_BYTES).toString('latin1');
  const start = /stream\r?\n/.exec(header);
  if (!start) return undefined;
  try {
    const data = file.subarray(typeOffset + start.index + start[0].length);
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1');
  } catch {
    return undefined;
  }
}
