import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Load, load } from './harness/load.ts';
import { startNginx } from './harness/nginx.ts';
import { requirePrograms, versionOf } from './harness/processes.ts';
import { inTurns, median, pairedRatio, table, verdict, writeSection } from './harness/report.ts';
import { startSite, temporaryFolder } from './harness/site.ts';
import { type Answer, fetchAnswers } from './server/answers.ts';
import { measureMemory, measureNewPages } from './server/crowd.ts';

const SERVER_CORE = 0;
const VISITOR_CORE = 1;

/** `npm run bench -- server`: requests a second compared with nginx, new pages a second, and memory. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '3' },
      rounds: { type: 'string', default: '7' },
      requests: { type: 'string', default: '100000' },
    },
  });
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  requirePrograms('taskset', 'wrk', 'nginx');
  writeSection(
    'server',
    `## Server

${await compareWithNginx(seconds, rounds)}

${await measureNewPages(rounds)}

${await measureMemory(Number(values.requests))}`,
  );
}

async function compareWithNginx(seconds: number, rounds: number): Promise<string> {
  const folder = temporaryFolder();
  const site = await startSite({ core: SERVER_CORE });
  try {
    const answers = await fetchAnswers(site.url);
    const files = answers.map(({ file }) => file);
    const nginx = await startNginx(folder, files, { core: SERVER_CORE });
    const rows: (string | number)[][] = [];
    for (const answer of answers) {
      console.log(answer.name);
      const request = (url: string) => load(url, { core: VISITOR_CORE, seconds, headers: answer.headers });
      const measurements = {
        nginx: () => request(nginx.url + answer.file.path),
        minbar: () => request(site.url + answer.path),
      };
      // The first round warms up.
      for (const measure of Object.values(measurements)) await measure();
      const { minbar = [], nginx: reference = [] } = await inTurns(rounds, measurements);
      rows.push(row(answer, minbar, reference));
    }
    await nginx.stop();
    return `Each server alone on one core, wrk on the other with 64 connections, ${rounds} rounds of ${seconds} s in turns, medians.
nginx (${versionOf('nginx', /nginx\/[\d.]+/)}) sends the same bytes with the same headers from a file that it keeps open.

${table(['answer', 'Minbar, requests/s', 'nginx, requests/s', 'ratio', 'bound', '', 'p99, ms'], rows)}`;
  } finally {
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function row({ name, bound, file }: Answer, minbar: Load[], nginx: Load[]): (string | number)[] {
  const rates = (loads: Load[]) => loads.map(({ requestsPerSecond }) => requestsPerSecond);
  const ratio = pairedRatio(rates(minbar), rates(nginx));
  return [
    `${name}, ${(file.bytes.length / 1000).toFixed(1)} kB`,
    Math.round(median(rates(minbar))),
    Math.round(median(rates(nginx))),
    ratio.toFixed(2),
    bound.toFixed(2),
    verdict(ratio >= bound),
    median(minbar.map(({ p99 }) => p99)).toFixed(1),
  ];
}
