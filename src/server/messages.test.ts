import { expect, test } from 'vitest';
import { messagesIn } from './messages.ts';

const withoutIsolates = (text: string) => text.replace(/[\u2068\u2069]/g, '');
const lockOwner = { pid: 7, host: 'masjid', since: '2026-11-21T10:00:00Z' };

test('counts lessons with the plural forms of each language', () => {
  const messageIn = (language: 'en' | 'ar') =>
    [1, 2, 5, 45, 100].map((n) => withoutIsolates(messagesIn(language).servesHosted(n, 'x')));
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

test('names the lock owner of the data folder in the owner’s language', () => {
  const site = {
    ...lockOwner,
    what: 'site',
    site: { endpoint: 'http://localhost:3000/v1', key: 'k', commandPort: 1 },
  };
  expect(messagesIn('en').dataFolderInUse('/data', site)).toBe(
    'A site is already running on /data at http://localhost:3000 (process 7 on masjid). Stop it first (Ctrl-C), or set DATA_DIR to another folder for this one. Nothing was changed.',
  );
  expect(withoutIsolates(messagesIn('ar').dataFolderInUse('/data', { ...lockOwner, what: 'backup' }))).toBe(
    'الأمر npm run library -- backup يستخدم /data (العملية 7 على masjid). شغّل الموقع بعد أن ينتهي. لم يتغير شيء.',
  );
});

test('reports “5000 or more” if Appwrite stops counting at 5000', () => {
  expect(messagesIn('en').servesHosted(5000, 'x')).toContain('serves 5000 lessons or more');
  expect(withoutIsolates(messagesIn('ar').servesHosted(5000, 'x'))).toContain('ما لا يقل عن 5000 درس');
});
