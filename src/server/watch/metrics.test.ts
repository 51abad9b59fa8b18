import { expect, test } from 'vitest';
import { metricsText } from './metrics.ts';
import { createTraffic } from './traffic.ts';

const gauges = {
  health: {
    status: 'pass' as const,
    version: '1.2.3',
    library: { answers: true, lessons: 7 },
    queue: { waiting: 2 },
  },
  connections: 5,
  diskFree: 1000,
};

test('what is measured, as Prometheus reads it', () => {
  const traffic = createTraffic();
  traffic.answered('/', 200, 0.02);
  traffic.answered('/', 404, 99);
  const text = metricsText(traffic.all(), gauges);
  expect(text.endsWith('\n')).toBe(true);
  const samples = text.split('\n').filter((line) => line && !line.startsWith('#'));
  for (const line of samples) expect(line).toMatch(/^[a-z_]+(\{[a-z]+="[^"]*"(,[a-z]+="[^"]*")*\})? [\d.]+$/);
  expect(samples).toEqual(
    expect.arrayContaining([
      'minbar_build_info{version="1.2.3"} 1',
      'minbar_http_requests_total{kind="page",status="4xx"} 1',
      'minbar_http_request_duration_seconds_bucket{kind="page",le="0.01"} 0',
      'minbar_http_request_duration_seconds_bucket{kind="page",le="0.025"} 1',
      'minbar_http_request_duration_seconds_bucket{kind="page",le="10"} 1',
      'minbar_http_request_duration_seconds_bucket{kind="page",le="+Inf"} 2',
      'minbar_http_request_duration_seconds_count{kind="page"} 2',
      'minbar_lessons 7',
      'minbar_requests_waiting 2',
      'minbar_disk_free_bytes 1000',
    ]),
  );
  const measured = (name: string) =>
    Number(samples.find((line) => line.startsWith(`${name} `))?.split(' ')[1]);
  expect(measured('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  expect(measured('process_cpu_seconds_total')).toBeGreaterThan(0);
  expect(measured('process_start_time_seconds')).toBeLessThan(Date.now() / 1000);
});

test('a library kept elsewhere, or that does not answer, has no number made up', () => {
  const health = { ...gauges.health, library: { answers: false } };
  const text = metricsText([], { ...gauges, health, diskFree: undefined });
  expect(text).toContain('minbar_library_up 0');
  expect(text).not.toMatch(/minbar_lessons|disk_free/);
});
