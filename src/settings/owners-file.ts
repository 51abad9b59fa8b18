import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.ts';
import type { SettingsMessages } from './messages.ts';

/** Throws a `ConfigError` that names the owner's file and the problem. */
export type Fail = (problem: string) => never;

/** Creates a function that throws a `ConfigError` about a file. */
export function failIn(file: string, messages: SettingsMessages): Fail {
  return (problem) => {
    throw new ConfigError(messages.inFile(file, problem));
  };
}

/** Reads a JSON file in the content folder; undefined if it is missing. Throws a `ConfigError` for other faults. */
export function readOwnersFile(contentDir: string, file: string, messages: SettingsMessages): unknown {
  const fail = failIn(file, messages);
  let text: string;
  try {
    text = readFileSync(join(contentDir, file), 'utf8');
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : fail(messages.unreadable);
  }
  try {
    // Some editors on Windows write a byte order mark, which JSON does not allow.
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return fail(messages.notJson(parsePosition((error as Error).message)));
  }
}

/** Extracts the position from V8's message: `end` for a text that ends too early, null if unknown. */
function parsePosition(message: string): { line: number; column: number } | 'end' | null {
  if (message.startsWith('Unexpected end')) return 'end';
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  return line && column ? { line: Number(line), column: Number(column) } : null;
}
