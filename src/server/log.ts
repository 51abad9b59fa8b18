import pino from 'pino';
import { plainMessage } from '#http/failures.ts';
import type { Messages } from './messages.ts';

type Level = 'info' | 'warn' | 'error';
type Fields = Record<string, unknown>;
type Words = readonly unknown[];

/** Writes an entry: the words of a call of `console`, and what they mean to a program that reads the log. */
type Write = (level: Level, words: Words) => void;

export type Log = ReturnType<typeof openLog>;

const REPORT_MS = 3_600_000;
/** Kinds of warnings and errors that are distinguished in an hour; more are only counted. */
const MAX_KINDS = 500;

/**
 * Makes this process's `console` write the log, as plain text or as lines of JSON. Of each kind of warning and error it writes the first
 * one in an hour, and then how many there were: a failure that visitors repeat must not fill the disk.
 */
export function openLog(format: 'plain' | 'json') {
  // The reader of the log is gone (`EPIPE`) or its disk is full (`ENOSPC`): without a listener that would end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const write = format === 'json' ? jsonWriter() : plainWriter();
  const bounded = boundRepeats(write);
  const timer = setInterval(bounded.report, REPORT_MS).unref();
  Object.assign(console, {
    log: (...words: Words) => write('info', words),
    info: (...words: Words) => write('info', words),
    warn: (...words: Words) => bounded.write('warn', words),
    error: (...words: Words) => bounded.write('error', words),
  });
  return {
    isJson: format === 'json',
    /** Writes an entry of a program that reads the log. */
    write: (message: string, fields: Fields) => write('info', [message, fields]),
    close(): void {
      clearInterval(timer);
      bounded.report();
    },
  };
}

function plainWriter(): Write {
  const { log, warn, error } = console;
  const methods = { info: log.bind(console), warn: warn.bind(console), error: error.bind(console) };
  return (level, words) => methods[level](...words);
}

function jsonWriter(): Write {
  const options = {
    base: null,
    messageKey: 'message',
    errorKey: 'error',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level: string) => ({ level }) },
  };
  const logger = pino(options, process.stdout);
  return (level, words) => {
    const { message, fields } = entryOf(words);
    logger[level](fields, message);
  };
}

/**
 * Splits the arguments of a `console` call into a message and fields: texts are the message; an error and plain objects are
 * fields.
 */
export function entryOf(words: Words): { message: string; fields: Fields } {
  const texts: string[] = [];
  const fields: Fields = {};
  for (const word of words) {
    if (word instanceof Error) {
      fields.error = word;
      if (words.length === 1) texts.push(word.message);
    } else if (typeof word === 'object' && word !== null) Object.assign(fields, word);
    else texts.push(String(word));
  }
  return { message: texts.join(' ').replace(/:$/, ''), fields };
}

/** Writes the first entry of each kind; `report` writes how many followed and starts again. */
export function boundRepeats(write: Write) {
  const kinds = new Map<string, { level: Level; message: string; repeated: number }>();
  let others = 0;
  return {
    write(level: Level, words: Words): void {
      const kind = kindOf(words);
      const entry = kinds.get(kind);
      if (entry) entry.repeated += 1;
      else if (kinds.size >= MAX_KINDS) others += 1;
      else {
        kinds.set(kind, { level, message: entryOf(words).message, repeated: 0 });
        write(level, words);
      }
    },
    report(): void {
      for (const { level, message, repeated } of kinds.values())
        if (repeated > 0) write(level, [message, { repeated }]);
      if (others > 0) write('warn', ['Further warnings and errors', { repeated: others }]);
      kinds.clear();
      others = 0;
    },
  };
}

/** Groups errors by their place in the code, since messages may contain visitors' input; other entries by text. */
function kindOf(words: Words): string {
  const error = words.find((word) => word instanceof Error);
  const text = words.find((word) => typeof word === 'string') ?? '';
  return error ? `${error.name} ${/\n\s+at .*/.exec(error.stack ?? '')?.[0] ?? error.message}` : text;
}

/** Reports to the owner rows that cannot be shown, and whether the backend answers. */
export function createOwnerReports(messages: Messages) {
  let isAway = false;
  return {
    skipped({ id, reason }: { id: string; reason: string }): void {
      console.warn(messages.rowSkipped(id, reason));
    },
    /** Reports when the backend stops answering (with a failure) and when it answers again. */
    backendResponded(failure?: Error): void {
      if (isAway === (failure !== undefined)) return;
      isAway = failure !== undefined;
      if (failure) console.warn(messages.backendUnavailable(plainMessage(failure.message)));
      else console.log(messages.backendAvailable);
    },
  };
}
