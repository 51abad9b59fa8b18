import { table, verdict } from '../harness/report.ts';
import { median, pairedRatio } from '../harness/statistics.ts';
import { type Marks, throttle } from './phone.ts';

interface PageFigures {
  where: string;
  rounds: number;
  seen: Record<string, Marks[]>;
  /** The same over a real line, or why there was none. */
  lined: Record<string, Marks[]> | string;
  times: Record<string, number[]>;
  taps: { made: number; lost: number };
}

const of = (marks: Marks[] | undefined, name: 'firstPaint' | 'largestPaint' | 'layoutShift') =>
  (marks ?? []).map((one) => one[name]);

function viewRows(seen: Record<string, Marks[]>) {
  return ['English', 'Arabic'].flatMap((language) => {
    const reference = of(seen[`static, ${language}`], 'largestPaint');
    const subjects = ['Minbar', 'static', 'client-rendered'].filter(
      (subject) => seen[`${subject}, ${language}`],
    );
    return subjects.map((subject) => {
      const marks = seen[`${subject}, ${language}`];
      const largest = of(marks, 'largestPaint');
      const ratio = pairedRatio(largest, reference);
      const shift = Math.max(...of(marks, 'layoutShift')).toFixed(3);
      return [
        `${subject}, ${language}`,
        median(of(marks, 'firstPaint')).toFixed(0),
        median(largest).toFixed(0),
        ratio.toFixed(2),
        shift,
        subject === 'Minbar' ? verdict(ratio <= 1.05 && shift === '0.000') : '',
      ];
    });
  });
}

function actionRows(times: Record<string, number[]>) {
  const names = [
    'category at first sight',
    'menu at first sight',
    'category once settled',
    'menu once settled',
  ];
  return names.map((name) => {
    const [ours = [], theirs = []] = [times[`${name}, Minbar`], times[`${name}, smallest`]];
    const ratio = pairedRatio(ours, theirs);
    return [
      name,
      median(ours).toFixed(0),
      median(theirs).toFixed(0),
      ratio.toFixed(2),
      verdict(ratio <= (name.endsWith('settled') ? 2 : 0.75)),
    ];
  });
}

function lineTable(lined: PageFigures['lined']): string {
  if (typeof lined === 'string') return `Not measured over a real line: ${lined}.`;
  return table(
    ['over a real line', 'first paint', 'largest paint', 'of static', 'layout shift', 'aim 1.05 and 0'],
    viewRows(lined),
  );
}

/** The menu beside the same page with no program: what is left is the browser's. */
function menuRow(times: Record<string, number[]>) {
  const [ours = [], theirs = []] = [times['menu once settled, Minbar'], times['menu once settled, static']];
  const ratio = pairedRatio(ours, theirs);
  return [
    'menu once settled, beside static',
    median(ours).toFixed(0),
    median(theirs).toFixed(0),
    ratio.toFixed(2),
    '',
  ];
}

function forewarnedRow(what: string, values: readonly number[] = [], allowed: number) {
  return [what, median(values).toFixed(0), allowed, verdict(median(values) < allowed)];
}

export function pageReport({ where, rounds, seen, lined, times, taps }: PageFigures): string {
  return `## Page: a phone on slow 4G

${where}

Chromium with an empty cache, ${throttle.down / 1e6} Mbit/s down, ${throttle.up / 1e6} up, ${throttle.latency} ms a round trip, CPU ${throttle.cpu} times slower;
${rounds} rounds in turns, medians in milliseconds; ratios are medians of the rounds' own ratios. *static* is the same visible page
as hand-written HTML and CSS with the same fonts, sent by nginx; *client-rendered* is the same site without server
rendering: an empty root, one script, a linked stylesheet, rows asked once it runs. The layout shift is the largest of all rounds.

${table(['first view, 390 px', 'first paint', 'largest paint', 'of static', 'layout shift', 'aim 1.05 and 0'], viewRows(seen))}

The same with the browser in a network namespace of its own, at the far end of a line of this speed that keeps each packet as long,
so that TCP's slow start is the kernel's own; nginx before both, with TLS and HTTP/2.

${lineTable(lined)}

The first action beside the smallest React page that can do it (a list, buttons, a dialog; its first rows stand in its
script), ${times['menu once settled, Minbar']?.length ?? 0} rounds. *At first sight*: from the navigation until the effect is seen, tapped as soon as the thing can be seen. *Once
settled*: from a tap six seconds after the page was there. Categories at 1100 px, the menu at 390 px.

${table(['action', 'Minbar', 'smallest', 'ratio', 'aim 0.75, settled 2'], [...actionRows(times), menuRow(times)])}

*Beside static* is the same dialog on the page without its program, state and scripts: what it takes is the browser's own.

From a tap that was to be expected (pointed at, or touched, for 200 ms) until its files are there; the category on a computer that
nothing slows down, the page number on the phone.

${table(['choice', 'milliseconds', 'allowed', ''], [forewarnedRow('category, computer', times['category forewarned, Minbar'], 50), forewarnedRow('page number, phone', times['page forewarned, Minbar'], 120)])}

Single taps at the category and at the menu, from first sight to 1.5 s later: ${taps.made} made, ${taps.lost} lost; aim 0: ${verdict(taps.lost === 0)}.`;
}
