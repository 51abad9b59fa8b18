import { describe, expect, test } from 'vitest';
import { readDatedName } from './dated-name.ts';

const readName = (name: string, offset?: number) => {
  const { title, date, isNoSuchDate } = readDatedName(name, offset);
  return [title, date?.slice(0, 10) ?? null, isNoSuchDate];
};

describe('a date at the beginning of a file name', () => {
  test.each([
    ['2019-05-03 Title.pdf', 'Title.pdf', '2019-05-03'],
    ['2019-5-3 – Title.PDF', 'Title.PDF', '2019-05-03'],
    ['2019.05.03_Title.pdf', 'Title.pdf', '2019-05-03'],
    ['٢٠١٩-٠٥-٠٣ خطبة الجمعة.pdf', 'خطبة الجمعة.pdf', '2019-05-03'],
    ['\u200F٢٠١٩\u200F-٠٥-٠٣\u200F خطبة.pdf', 'خطبة.pdf', '2019-05-03'],
    ['2019-05-03 م خطبة.pdf', 'خطبة.pdf', '2019-05-03'],
    ['1440-08-28 Title.pdf', 'Title.pdf', '2019-05-03'],
    ['1440-08-28هـ خطبة.pdf', 'خطبة.pdf', '2019-05-03'],
    ['١٤٤٠-٨-٢٨ هـ – خطبة.pdf', 'خطبة.pdf', '2019-05-03'],
    ['2024-02-29 40 hadith.pdf', '40 hadith.pdf', '2024-02-29'],
    ['2019-05-03.pdf', '2019-05-03.pdf', '2019-05-03'],
    ['1200-02-29 Title.pdf', 'Title.pdf', '1786-01-01'],
  ])('is read from %s', (name, title, date) => expect(readName(name)).toEqual([title, date, false]));

  test('follows the owner’s Hijri calendar', () => {
    expect(readName('1440-08-28 Title.pdf', 1)[1]).toBe('2019-05-02');
    expect(readName('1440-08-28 Title.pdf', -1)[1]).toBe('2019-05-04');
  });

  test.each(['2019-02-31 Title.pdf', '1446-13-01 Title.pdf', '1440-08-31 Title.pdf', '0001-01-01 Scan.pdf'])(
    'that does not exist stays in the title: %s',
    (name) => expect(readName(name)).toEqual([name, null, true]),
  );

  test.each([
    'Title.pdf',
    'Title 2019-05-03.pdf',
    '2019 Title.pdf',
    '2019-05 Title.pdf',
    '2019-05-03rd Title.pdf',
    '12019-05-03 Title.pdf',
    '2019-05.03 Title.pdf',
  ])('is not found in %s', (name) => expect(readName(name)).toEqual([name, null, false]));

  test('is a different day for each day of a Hijri year', () => {
    const days = new Set<unknown>();
    for (let month = 1; month <= 12; month++)
      for (let day = 1; day <= 30; day++) days.add(readName(`1446-${month}-${day} x.pdf`)[1]);
    days.delete(null);
    expect(days.size).toBe(354);
  });
});
