import { createRepeats } from './repeats.ts';

/** What a line of the log may hold besides when it was and how bad. */
type Fields = Record<string, unknown>;

export type Level = 'info' | 'warn' | 'error';

export type JsonLog = ReturnType<typeof createJsonLog>;

/** Structured lines for whatever collects logs: JSON, one a line. What repeats is counted, so that an hour fits on a screen. */
export function createJsonLog(send: (line: string) => void, now = () => new Date()) {
  const repeats = createRepeats<{ level: Level; message: string }>();
  const line = (level: Level, message: string, fields: Fields) =>
    send(JSON.stringify({ time: now().toISOString(), level, message, ...fields }));
  return {
    /** Writes one line, unless enough of its kind were written in this hour: those are only counted. */
    write(level: Level, message: string, fields: Fields = {}): void {
      const { stack = '' } = (fields.error ?? {}) as { stack?: string };
      if (repeats.isTold(`${level} ${message} ${stack}`, { level, message })) line(level, message, fields);
    },
    /** Says how often what was only counted came, and begins anew. */
    count(): void {
      for (const { about, repeated } of repeats.takeUntold()) line(about.level, about.message, { repeated });
    },
  };
}

/** The words of one call of `console` as a message and fields: texts are the message, an error and plain objects are fields. */
export function entryOf(words: readonly unknown[]): { message: string; fields: Fields } {
  const texts: string[] = [];
  const fields: Fields = {};
  for (const word of words) {
    if (word instanceof Error) {
      const { name, message, stack } = word;
      fields.error = { name, message, stack };
      if (words.length === 1) texts.push(message);
    } else if (typeof word === 'object' && word !== null) Object.assign(fields, word);
    else texts.push(String(word));
  }
  return { message: texts.join(' ').replace(/:$/, ''), fields };
}

/** From now on all that this process says is structured lines. */
export function speakJson(): JsonLog {
  const log = createJsonLog((line) => process.stdout.write(`${line}\n`));
  const levels = { log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;
  for (const [name, level] of Object.entries(levels)) {
    console[name as keyof typeof levels] = (...words: unknown[]) => {
      const { message, fields } = entryOf(words);
      log.write(level, message, fields);
    };
  }
  return log;
}
