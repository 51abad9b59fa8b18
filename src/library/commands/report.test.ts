import { expect, test } from 'vitest';
import { ar } from '../messages/ar.ts';
import { en } from '../messages/en.ts';
import type { Change } from '../plan/model.ts';
import type { Plan } from '../plan/plan.ts';
import { summarize } from './report.ts';

const changes = [{ kind: 'added' }, { kind: 'removed' }, { kind: 'added' }] as Change[];
const plan = { renamedCategories: [{ id: 'fiqh', from: 'Fiqh', to: 'فقه' }] } as Plan;

test('summarizes changes and renamed categories with the punctuation of the language', () => {
  expect(summarize(changes, plan, en)).toBe('New: 2, No longer shown: 1, Renamed category: 1');
  expect(summarize(changes, plan, ar)).toBe('جديد: 2، لن يظهر بعد الآن: 1، تصنيف باسم جديد: 1');
  expect(summarize([], { renamedCategories: [] as Plan['renamedCategories'] } as Plan, en)).toBe('');
});
