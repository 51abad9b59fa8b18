import { expect, test } from 'vitest';
import { discoveryOf } from '../../../tests/support/discovery.ts';
import { categoryRow, lessonRow, memoryList } from '../../../tests/support/memory-list.ts';
import { shortPathOf } from './short-address.ts';

const fiqh = categoryRow('abcdef0000', 'Fiqh');
const lesson = (at: number, id: string) => ({ ...lessonRow(at, `${id}.pdf`, fiqh), $id: id });
const list = memoryList([fiqh], [lesson(0, 'abcdef1111'), lesson(1, 'abcdef1122'), lesson(2, 'short')]);
const app = discoveryOf(list);

test.each([
  ['lesson', 'abcdef1111', '/en/abcdef', '/lesson/abcdef1111'],
  // The older lesson keeps the address that was printed for it.
  ['lesson', 'abcdef1122', '/en/abcdef112', '/lesson/abcdef1122'],
  ['category', 'abcdef0000', '/en/abcdef0', '/?category=abcdef0000'],
] as const)('the short address of the %s %s is %s', async (kind, id, short, place) => {
  expect(await shortPathOf(list, { kind, id }, 'en')).toBe(short);
  const answer = await app.request(short);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, place]);
});

test('names the language', async () => {
  const answer = await app.request(await shortPathOf(list, { kind: 'lesson', id: 'abcdef1111' }, 'ar'));
  expect(answer.headers.get('location')).toBe('/lesson/abcdef1111?lang=ar');
});

test.each([
  '/EN/ABCDEF',
  '/En/Abcdef',
  '/en/abcdef.',
  '/en/abcdef/',
  '/en/abcdef%20',
  '/en/%61bcdef',
  '/en/abcdef١١١١',
  '/en/abcdef۱۱۱۱۔',
])('%s is typed for /en/abcdef', async (path) => {
  expect((await app.request(path)).headers.get('location')).toBe('/lesson/abcdef1111');
});

test('capitals and a full stop keep the language', async () => {
  expect((await app.request('/AR/ABCDEF1122.')).headers.get('location')).toBe('/lesson/abcdef1122?lang=ar');
});

test.each(['/en/abcde', '/en/ffffff', '/fr/abcdef', '/en/abcdef/x'])('%s is none', async (path) => {
  expect((await app.request(path)).status).toBe(404);
});
