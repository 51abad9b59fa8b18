import { expect, test } from 'vitest';
import { createJsonLog, entryOf } from './json-log.ts';

const at = () => new Date('2026-01-02T03:04:05Z');

test('one line of JSON for each thing said', () => {
  const lines: string[] = [];
  createJsonLog((line) => lines.push(line), at).write('info', 'two\nlines', { lessons: 3 });
  expect(lines).toEqual([
    '{"time":"2026-01-02T03:04:05.000Z","level":"info","message":"two\\nlines","lessons":3}',
  ]);
});

test('a thousand faults of one kind are four lines, and the next hour tells of them again', () => {
  const lines: string[] = [];
  const log = createJsonLog((line) => lines.push(line), at);
  for (let request = 0; request < 1000; request += 1) log.write('error', 'A request failed', { request });
  log.write('error', 'Another fault');
  log.count();
  expect(lines.map((line) => JSON.parse(line)).slice(2)).toMatchObject([
    { message: 'A request failed', request: 2 },
    { message: 'Another fault' },
    { message: 'A request failed', repeated: 997 },
  ]);
  log.write('error', 'A request failed', { request: 1001 });
  expect(lines.at(-1)).toContain('"request":1001');
});

test('more kinds than are told apart cost no memory, and are not silent', () => {
  const lines: string[] = [];
  const log = createJsonLog((line) => lines.push(line), at);
  for (let kind = 0; kind < 2000; kind += 1) log.write('warn', `kind ${kind}`);
  expect(lines).toHaveLength(2000);
});

test('what is said by console becomes a message, its fields and its error', () => {
  const error = new TypeError('x is not a function');
  expect(entryOf(['A request failed:', { request: 'r1', method: 'GET' }, error])).toEqual({
    message: 'A request failed',
    fields: {
      request: 'r1',
      method: 'GET',
      error: { name: 'TypeError', message: 'x is not a function', stack: error.stack },
    },
  });
  expect(entryOf([error]).message).toBe('x is not a function');
});
