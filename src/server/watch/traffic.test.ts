import { expect, test } from 'vitest';
import { createTraffic } from './traffic.ts';

test('an address is known by its kind alone', () => {
  const traffic = createTraffic();
  for (const path of ['/', '/?search=a.pdf&lang=ar', '/lesson/x', '/nowhere'])
    traffic.answered(path, 200, 0.01);
  traffic.answered('/v1/tablesdb/library', 200, 0.01);
  traffic.answered('/assets/a-1.js', 200, 0.01);
  traffic.answered('/lesson/x.pdf?t=1', 206, 0.01);
  traffic.answered('/metrics', 401, 0.01);
  const counts = traffic.all().map(({ kind, statuses }) => [kind, Object.fromEntries(statuses)]);
  expect(Object.fromEntries(counts)).toEqual({
    page: { '2xx': 4 },
    api: { '2xx': 1 },
    asset: { '2xx': 1 },
    file: { '2xx': 1 },
    watch: { '4xx': 1 },
  });
});

test('the summary tells what came since the last one, and nothing of quiet times', () => {
  const traffic = createTraffic();
  const { summary } = traffic;
  expect(summary()).toBeUndefined();
  traffic.answered('/', 200, 0.004);
  traffic.answered('/', 500, 2);
  traffic.answered('/lesson/x.pdf', 200, 60);
  expect(summary()).toEqual({ page: 2, file: 1, '2xx': 2, '5xx': 1, slow: 1 });
  traffic.answered('/health', 200, 0.001);
  expect(summary()).toBeUndefined();
});
