import type { Health } from './health.ts';
import { type Answered, bounds } from './traffic.ts';

/** What follows the name of a measurement, its labels at least, and its value. */
type Sample = [more: string, value: number];

/** The measurements in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function metricsText(
  traffic: readonly Answered[],
  { health, connections, diskFree }: { health: Health; connections: number; diskFree: number | undefined },
): string {
  const lines: string[] = [];
  const metric = (name: string, type: string, help: string, samples: readonly Sample[]) => {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const [more, value] of samples) lines.push(`${name}${more} ${value}`);
  };
  const gauge = (name: string, help: string, value: number | undefined) =>
    value !== undefined && metric(name, 'gauge', help, [['', value]]);

  metric('minbar_build_info', 'gauge', 'The program.', [[`{version="${health.version}"}`, 1]]);
  metric(
    'minbar_http_requests_total',
    'counter',
    'Answers by kind and status.',
    traffic.flatMap(({ kind, statuses }) =>
      [...statuses].map(([status, times]): Sample => [`{kind="${kind}",status="${status}"}`, times]),
    ),
  );
  metric(
    'minbar_http_request_duration_seconds',
    'histogram',
    'From a request to the end of its answer.',
    traffic.flatMap(histogram),
  );
  gauge('minbar_library_up', 'Whether the library answers.', Number(health.library.answers));
  gauge('minbar_lessons', 'Lessons that visitors find.', health.library.lessons);
  gauge('minbar_requests_waiting', 'Requests that wait for their turn.', health.queue.waiting);
  gauge('minbar_connections', 'Open connections.', connections);
  gauge('minbar_disk_free_bytes', 'Room on the disk of the data folder.', diskFree);
  gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss());
  gauge('process_start_time_seconds', 'When the process started.', performance.timeOrigin / 1000);
  const { user, system } = process.cpuUsage();
  metric('process_cpu_seconds_total', 'counter', 'Time of the processor.', [['', (user + system) / 1e6]]);
  return `${lines.join('\n')}\n`;
}

function histogram({ kind, times, seconds }: Answered): Sample[] {
  let sum = 0;
  const buckets = times.map((many, index): Sample => {
    sum += many;
    return [`_bucket{kind="${kind}",le="${bounds[index] ?? '+Inf'}"}`, sum];
  });
  return [...buckets, [`_sum{kind="${kind}"}`, seconds], [`_count{kind="${kind}"}`, sum]];
}
