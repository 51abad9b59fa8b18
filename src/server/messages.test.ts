import { expect, test } from 'vitest';
import { messagesIn } from './messages.ts';

const bare = (text: string) => text.replace(/[\u2068\u2069]/g, '');
const holder = { pid: 7, host: 'masjid', since: '2026-11-21T10:00:00Z' };

test('lessons are counted as each language counts', () => {
  const messageIn = (language: 'en' | 'ar') =>
    [1, 2, 5, 45, 100].map((n) => bare(messagesIn(language).servesHosted(n, 'x')));
  expect(messageIn('en').map((line) => /serves (.*) from/.exec(line)?.[1])).toEqual([
    '1 lesson',
    '2 lessons',
    '5 lessons',
    '45 lessons',
    '100 lessons',
  ]);
  expect(messageIn('ar').map((line) => /يعرض (.*) من/.exec(line)?.[1])).toEqual([
    'درسًا واحدًا',
    'درسين',
    '5 دروس',
    '45 درسًا',
    '100 درس',
  ]);
});

test('who has the data folder is said in the owner’s language', () => {
  const site = {
    ...holder,
    what: 'site',
    site: { endpoint: 'http://localhost:3000/v1', key: 'k', commandPort: 1 },
  };
  expect(messagesIn('en').dataFolderInUse('/data', site)).toBe(
    'A site is already running on /data at http://localhost:3000 (process 7 on masjid). Stop it first (Ctrl-C), or set DATA_DIR to another folder for this one. Nothing was changed.',
  );
  expect(bare(messagesIn('ar').dataFolderInUse('/data', { ...holder, what: 'backup' }))).toBe(
    'الأمر npm run library -- backup يستخدم /data (العملية 7 على masjid). شغّل الموقع بعد أن ينتهي. لم يتغير شيء.',
  );
});

test('a total at which Appwrite stops counting is not told as the whole', () => {
  expect(messagesIn('en').servesHosted(5000, 'x')).toContain('serves 5000 lessons or more');
  expect(bare(messagesIn('ar').servesHosted(5000, 'x'))).toContain('5000 درس أو أكثر');
});
