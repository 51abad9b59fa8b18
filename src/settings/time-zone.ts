import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setProcessTimeZone } from './environment.ts';
import { replaceFile } from './json-file.ts';
import { parseOwnersJson } from './owners-file.ts';

/** Whether a text names a time zone of the IANA database, such as `America/Chicago`. */
export function isTimeZone(name: string): boolean {
  // Rejects offsets such as +03:00, which have no daylight saving time.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * Sets the time zone of all dates in this process and returns its name: `timeZone` of `content/site.json`, else the system's.
 * Never throws: `readSiteFile` reports mistakes in the file.
 */
export function applyTimeZone(contentDir: string): string {
  const [, configuredZone = ''] = /"timeZone"\s*:\s*"([^"]+)"/.exec(readText(contentDir)) ?? [];
  const zone = isTimeZone(configuredZone) ? configuredZone : Intl.DateTimeFormat().resolvedOptions().timeZone;
  setProcessTimeZone(zone);
  return zone;
}

/**
 * Applies the time zone like `applyTimeZone`. If `site.json` has no time zone, also writes the system's zone into it, so that dates stay
 * the same after a move to another server. Ignores a file that is invalid or cannot be written.
 */
export function initializeTimeZone(contentDir: string): void {
  const zone = applyTimeZone(contentDir);
  const text = readText(contentDir);
  const settings = parseObject(text);
  if (!settings || 'timeZone' in settings) return;
  const comma = Object.keys(settings).length > 0 ? ',' : '';
  const entry = `${comma}\n  "timeZone": ${JSON.stringify(zone)}\n}\n`;
  try {
    // A file that is linked from another folder stays linked.
    replaceFile(realpathSync(join(contentDir, 'site.json')), text.replace(/\s*\}\s*$/, entry));
  } catch {
    // The content folder may be read-only.
  }
}

/** Returns the object of a JSON text; undefined for any other text. */
function parseObject(text: string): object | undefined {
  try {
    const value = parseOwnersJson(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function readText(contentDir: string): string {
  try {
    return readFileSync(join(contentDir, 'site.json'), 'utf8');
  } catch {
    return '';
  }
}
