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
    return parseOwnersJson(text);
  } catch (error) {
    return fail(messages.notJson(parsePosition((error as Error).message)));
  }
}

/** Parses JSON that the owner wrote: some editors on Windows write a byte order mark. Throws a `SyntaxError`. */
export function parseOwnersJson(text: string): unknown {
  return JSON.parse(text.replace(/^\uFEFF/, ''));
}

/** Extracts the position from V8's message: `end` for a text that ends too early, null if unknown. */
function parsePosition(message: string): { line: number; column: number } | 'end' | null {
  if (message.startsWith('Unexpected end')) return 'end';
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  return line && column ? { line: Number(line), column: Number(column) } : null;
}
