import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coverCloth } from './cover-cloth.ts';

const names = ['Creed', 'Hadith', 'Friday sermons', 'السيرة النبوية', 'Ramadan and fasting', 'اللغة العربية'];

test('a category is recognised by its cloth, however its name is encoded', () => {
  expect(names.map((name) => coverCloth(name.normalize('NFD')))).toEqual(names.map(coverCloth));
  expect(new Set(names.map(coverCloth)).size).toBeGreaterThanOrEqual(names.length - 1);
});

test('every cloth has a colour', () => {
  const styles = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');
  const many = Array.from({ length: 500 }, (_, index) => coverCloth(`category ${index}`));
  for (const cloth of new Set(many)) expect(styles).toContain(`--cloth-${cloth}: #`);
});
