import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { machine } from './harness/machine.ts';
import { startNginx } from './harness/nginx.ts';
import { need, versionOf } from './harness/programs.ts';
import { table, verdict, writeSection } from './harness/report.ts';
import { startSiteProcess, temporaryFolder } from './harness/site-process.ts';
import { median, pairedRatio } from './harness/statistics.ts';
import { type Load, load } from './harness/wrk.ts';
import { type Subject, subjectsOf } from './server/subjects.ts';

/** The server on one core, the visitors on another. */
const serverCore = 0;
const visitorCore = 1;
const connections = 64;

interface Figures {
  subject: Subject;
  ours: Load[];
  theirs: Load[];
  /** Peak resident memory under load, in bytes. */
  memory: number;
}

/** `npm run bench -- server`: pages, rows, assets and PDFs from one core, each next to nginx sending the same bytes. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { seconds: { type: 'string', default: '3' }, rounds: { type: 'string', default: '7' } },
  });
  const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
  need('taskset', 'wrk', 'nginx');
  const folder = temporaryFolder();
  const site = await startSiteProcess({ core: serverCore });
  try {
    const subjects = await subjectsOf(site.url);
    const files = subjects.map(({ file }) => file);
    const nginx = await startNginx(folder, files, { core: serverCore });
    const figures: Figures[] = [];
    for (const subject of subjects) {
      console.log(`${subject.name} …`);
      const ask = (url: string) =>
        load(url, { core: visitorCore, seconds, connections, headers: subject.headers });
      const measured: Figures = { subject, ours: [], theirs: [], memory: 0 };
      // Both warm up once; then they take turns, each being first in every other round.
      await ask(nginx.url + subject.file.path);
      await ask(site.url + subject.path);
      for (let round = 0; round < rounds; round += 1) {
        const turns = [
          async () => measured.theirs.push(await ask(nginx.url + subject.file.path)),
          async () => {
            measured.ours.push(await ask(site.url + subject.path));
            measured.memory = Math.max(measured.memory, site.memory());
          },
        ];
        for (const turn of round % 2 === 0 ? turns : turns.reverse()) await turn();
      }
      figures.push(measured);
    }
    await nginx.stop();
    await site.stop();
    writeSection('server', report(figures, { seconds, rounds }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(figures: Figures[], { seconds, rounds }: { seconds: number; rounds: number }): string {
  const rate = (loads: Load[]) => Math.round(median(loads.map((one) => one.requestsPerSecond)));
  const rows = figures.map(({ subject, ours, theirs, memory }) => {
    const ratio = pairedRatio(
      ours.map((one) => one.requestsPerSecond),
      theirs.map((one) => one.requestsPerSecond),
    );
    return [
      `${subject.name}, ${(subject.file.bytes.length / 1000).toFixed(1)} kB`,
      rate(ours),
      rate(theirs),
      ratio.toFixed(2),
      subject.aim.toFixed(2),
      verdict(ratio >= subject.aim),
      median(ours.map((one) => one.p99)).toFixed(1),
      `${Math.round(memory / 1e6)} MB`,
    ];
  });
  return `## Server: one core, beside nginx

${machine(versionOf('nginx', /nginx\/[\d.]+/), versionOf('wrk', /wrk [\w.-]+/))}

Each server alone on one core, wrk on another, ${connections} kept connections, ${rounds} rounds of ${seconds} s in turns,
medians; the ratio is the median of the rounds' own ratios. nginx sends the same bytes with the same headers from a file
it keeps open.

${table(['answer', 'Minbar, requests/s', 'nginx, requests/s', 'ratio', 'aim', '', 'p99, ms', 'memory'], rows)}`;
}
