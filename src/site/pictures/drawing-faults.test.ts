import { expect, test } from 'vitest';
import { createDrawingFaults } from './drawing-faults.ts';

test('a file that cannot be drawn stays so for an hour; a slow one is soon tried again, then ever more seldom', () => {
  let now = 1;
  const faults = createDrawingFaults({ now: () => now });
  const triedAgainAfter = (key: string, fault: 'slow' | 'broken') => {
    faults.keep(key, { fault });
    const kept = now;
    for (const minutes of [1, 4, 16, 60]) {
      now = kept + minutes * 60_000 - 2;
      expect(faults.get(key)).toEqual({ fault });
      now += 4;
      if (!faults.get(key)) return minutes;
    }
    return undefined;
  };
  expect(triedAgainAfter('broken', 'broken')).toBe(60);
  expect(['slow', 'slow', 'slow', 'slow', 'slow'].map(() => triedAgainAfter('slow', 'slow'))).toEqual([
    1, 4, 16, 60, 60,
  ]);
  expect(triedAgainAfter('another', 'slow')).toBe(1);
});
