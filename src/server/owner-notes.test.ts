import { expect, test } from 'vitest';
import { messagesIn } from './messages/messages-in.ts';
import { createOwnerNotes } from './owner-notes.ts';

test('a row that cannot be shown is named once', () => {
  const lines: string[] = [];
  const notes = createOwnerNotes(messagesIn('en'), (line) => lines.push(line));
  for (let visit = 0; visit < 3; visit += 1) notes.skipped({ id: 'lost', reason: 'Invalid row data' });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('lost');
});

test('of a proxy’s page only its title is told', () => {
  const lines: string[] = [];
  const notes = createOwnerNotes(messagesIn('en'), (line) => lines.push(line));
  notes.asked(new Error('<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>'));
  expect(lines[0]).toContain('502 Bad Gateway');
  expect(lines[0]).not.toContain('<');
});

test('a backend that is away for an hour is told once, and once that it is back', () => {
  const lines: string[] = [];
  const notes = createOwnerNotes(messagesIn('ar'), (line) => lines.push(line));
  notes.asked();
  for (let visit = 0; visit < 100; visit += 1) notes.asked(new Error('fetch failed'));
  expect(lines).toHaveLength(1);
  notes.asked();
  notes.asked();
  expect(lines).toHaveLength(2);
});
