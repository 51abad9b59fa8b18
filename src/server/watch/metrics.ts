import type { Health } from './health.ts';
import { type Answered, bounds } from './traffic.ts';

/** What is measured besides the traffic and the process itself. */
export interface Gauges {
  health: Health;
  /** Open connections, those of open pages included. */
  connections: number;
  /** Bytes that may still be written where the data is; absent when it is kept elsewhere. */
  diskFree: number | undefined;
}

/** The measurements in Prometheus' text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function metricsText(traffic: readonly Answered[], gauges: Gauges): string {
  const { health, diskFree } = gauges;
  const lines: string[] = [];
  const metric = (name: string, type: string, help: string, samples: [labels: string, value: number][]) => {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const [labels, value] of samples) lines.push(`${name}${labels} ${value}`);
  };
  const gauge = (name: string, help: string, value: number | undefined) =>
    value !== undefined && metric(name, 'gauge', help, [['', value]]);

  metric('minbar_build_info', 'gauge', 'The program.', [[`{version="${health.version}"}`, 1]]);
  metric(
    'minbar_http_requests_total',
    'counter',
    'Answers by kind and status.',
    traffic.flatMap(({ kind, statuses }) =>
      [...statuses].map(([status, times]): [string, number] => [
        `{kind="${kind}",status="${status}"}`,
        times,
      ]),
    ),
  );
  const seconds = 'minbar_http_request_duration_seconds';
  lines.push(`# HELP ${seconds} From a request to the end of its answer.`, `# TYPE ${seconds} histogram`);
  for (const row of traffic) lines.push(...histogram(seconds, row));
  gauge('minbar_library_up', 'Whether the library answers.', Number(health.library.answers));
  gauge('minbar_lessons', 'Lessons that visitors find.', health.library.lessons);
  gauge('minbar_requests_waiting', 'Requests that wait for their turn.', health.queue.waiting);
  gauge('minbar_connections', 'Open connections.', gauges.connections);
  gauge('minbar_disk_free_bytes', 'Room on the disk of the data folder.', diskFree);
  gauge('process_resident_memory_bytes', 'Memory of the process.', process.memoryUsage.rss());
  gauge('process_start_time_seconds', 'When the process started.', performance.timeOrigin / 1000);
  const { user, system } = process.cpuUsage();
  metric('process_cpu_seconds_total', 'counter', 'Time of the processor.', [['', (user + system) / 1e6]]);
  return `${lines.join('\n')}\n`;
}

function histogram(name: string, { kind, times, seconds }: Answered): string[] {
  let sum = 0;
  const buckets = times.map((many, index) => {
    sum += many;
    return `${name}_bucket{kind="${kind}",le="${bounds[index] ?? '+Inf'}"} ${sum}`;
  });
  return [...buckets, `${name}_sum{kind="${kind}"} ${seconds}`, `${name}_count{kind="${kind}"} ${sum}`];
}
