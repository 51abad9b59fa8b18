import pino from 'pino';
import { plainMessage } from '#http/failures.ts';
import type { Messages } from './messages.ts';

type Level = 'info' | 'warn' | 'error';
type Fields = Record<string, unknown>;
type LogArguments = readonly unknown[];

/** Writes a log entry from the arguments of a `console` call. */
type Write = (level: Level, args: LogArguments) => void;

export type Log = ReturnType<typeof openLog>;

/** Interval at which the number of repeated entries is written, in milliseconds. */
const REPORT_INTERVAL_MS = 3_600_000;
/** Maximum number of kinds of warnings and errors that are distinguished in an hour; the others are only counted. */
const MAX_KINDS = 500;

/**
 * Makes `console.log`, `info`, `warn` and `error` write plain text or JSON lines. Writes each kind of warning and error at most once
 * an hour, then the number of repetitions. Visitors who repeat a failure thus cannot fill the disk.
 */
export function openLog(format: 'plain' | 'json') {
  // Without a listener, a closed pipe (`EPIPE`) or a full disk (`ENOSPC`) would end the process.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  const write = format === 'json' ? createJsonWriter() : createPlainWriter();
  const limiter = limitRepeats(write);
  const timer = setInterval(limiter.report, REPORT_INTERVAL_MS).unref();
  Object.assign(console, {
    log: (...args: LogArguments) => write('info', args),
    info: (...args: LogArguments) => write('info', args),
    warn: (...args: LogArguments) => limiter.write('warn', args),
    error: (...args: LogArguments) => limiter.write('error', args),
  });
  return {
    isJson: format === 'json',
    /** Writes an entry of level `info` with fields for programs that read the log. */
    write: (message: string, fields: Fields) => write('info', [message, fields]),
    close(): void {
      clearInterval(timer);
      limiter.report();
    },
  };
}

function createPlainWriter(): Write {
  const { log, warn, error } = console;
  const methods = { info: log.bind(console), warn: warn.bind(console), error: error.bind(console) };
  return (level, args) => methods[level](...args);
}

function createJsonWriter(): Write {
  const options = {
    base: null,
    messageKey: 'message',
    errorKey: 'error',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (level: string) => ({ level }) },
  };
  const logger = pino(options, process.stdout);
  return (level, args) => {
    const { message, fields } = entryOf(args);
    logger[level](fields, message);
  };
}

/**
 * Splits the arguments of a `console` call into a message and fields. Errors and objects become fields, all other values the
 * message, without a final colon. A single error is a field, and its text the message.
 */
export function entryOf(args: LogArguments): { message: string; fields: Fields } {
  const texts: string[] = [];
  const fields: Fields = {};
  for (const argument of args) {
    if (argument instanceof Error) {
      fields.error = argument;
      if (args.length === 1) texts.push(argument.message);
    } else if (typeof argument === 'object' && argument !== null) Object.assign(fields, argument);
    else texts.push(String(argument));
  }
  return { message: texts.join(' ').replace(/:$/, ''), fields };
}

/** Writes the first entry of each kind. `report` writes the numbers of repetitions, and makes all kinds new again. */
export function limitRepeats(write: Write) {
  const kinds = new Map<string, { level: Level; message: string; repeated: number }>();
  let otherCount = 0;
  return {
    write(level: Level, args: LogArguments): void {
      const kind = kindOf(args);
      const entry = kinds.get(kind);
      if (entry) entry.repeated += 1;
      else if (kinds.size >= MAX_KINDS) otherCount += 1;
      else {
        kinds.set(kind, { level, message: entryOf(args).message, repeated: 0 });
        write(level, args);
      }
    },
    report(): void {
      for (const { level, message, repeated } of kinds.values())
        if (repeated > 0) write(level, [message, { repeated }]);
      if (otherCount > 0) write('warn', ['Further warnings and errors', { repeated: otherCount }]);
      kinds.clear();
      otherCount = 0;
    },
  };
}

/** Groups errors by name and throwing line, because messages can contain visitors' input; other entries by their first text. */
function kindOf(args: LogArguments): string {
  const error = args.find((argument) => argument instanceof Error);
  const text = args.find((argument) => typeof argument === 'string') ?? '';
  return error ? `${error.name} ${/\n\s+at .*/.exec(error.stack ?? '')?.[0] ?? error.message}` : text;
}

/** Creates functions that log, for the owner, each row that cannot be shown and each outage of the backend. */
export function createOwnerReports(messages: Messages) {
  let isUnavailable = false;
  return {
    reportSkippedRow({ id, reason }: { id: string; reason: string }): void {
      console.warn(messages.rowSkipped(id, reason));
    },
    /** Called when a page has loaded its data, or failed to. Logs when the backend stops responding, and when it responds again. */
    reportBackend(failure?: Error): void {
      if (isUnavailable === (failure !== undefined)) return;
      isUnavailable = failure !== undefined;
      if (failure) console.warn(messages.backendUnavailable(plainMessage(failure.message)));
      else console.log(messages.backendAvailable);
    },
  };
}
