import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { printedWithoutFiles } from '../../../tests/support/without-open-files.ts';
import { createAskedProcess } from './worker-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'minbar-asked-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What a program answers that is asked once and may be silent for a second. */
async function answerOf(name: string, work: string): Promise<unknown> {
  const program = join(folder, `${name}.mjs`);
  writeFileSync(program, `process.on('message', () => { ${work} process.send({ done: true }); });`);
  const asked = createAskedProcess<object, object>({ program, seconds: 1, isLast: () => true });
  const answer = await asked.ask({});
  asked.close();
  return answer;
}

test('one that has begun carries out the first order, and one that is closed does not begin', async () => {
  const program = join(folder, 'begun.mjs');
  writeFileSync(program, `process.on('message', () => process.send({ done: process.pid }));`);
  const begun = createAskedProcess<object, object>({ program, seconds: 10, isLast: () => true });
  begun.begin();
  begun.begin();
  const answers = [await begun.ask({}), await begun.ask({})];
  expect(answers[0]).toEqual({ done: expect.any(Number) });
  expect(answers[1], 'the same process').toEqual(answers[0]);
  begun.close();
  begun.begin();
  expect(await begun.ask({})).toBeUndefined();
});

test('one that works ahead knows the next order before it is done; what dies with the first is told anew', async () => {
  const program = join(folder, 'ahead.mjs');
  writeFileSync(
    program,
    `const orders = [];
    process.on('message', (order) => {
      if (orders.push(order) % 2 === 1) return;
      if (order.dies) process.exit();
      for (const { name } of orders.splice(0)) process.send({ name });
    });`,
  );
  const asked = createAskedProcess<object, object>({ program, seconds: 10, ahead: true, isLast: () => true });
  const heard = (...names: string[]) => names.map((name) => ({ name }));
  expect(await Promise.all(heard('a', 'b').map((order) => asked.ask(order)))).toEqual(heard('a', 'b'));
  const answers = [{ name: 'c' }, { name: 'd', dies: true }, { name: 'e' }].map((order) => asked.ask(order));
  expect(await Promise.all(answers), 'what was carried out when it died is lost').toEqual([
    undefined,
    ...heard('d', 'e'),
  ]);
  asked.close();
});

const rest = (milliseconds: number) =>
  `Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ${milliseconds});`;
const work = 'for (const end = performance.now() + 12; performance.now() < end; );';

test.runIf(process.platform === 'linux')('a program that is held up has its time all the same', async () => {
  expect(await answerOf('held-up', `for (let at = 0; at < 8; at++) { ${work} ${rest(200)} }`)).toEqual({
    done: true,
  });
});

test('one that does nothing, or works without end, is ended', async () => {
  expect(await answerOf('hangs', rest(60_000))).toBeUndefined();
  expect(await answerOf('loops', 'for (;;);')).toBeUndefined();
});

test.skipIf(process.platform === 'win32')(
  'all that wait are told when it cannot be started, and the next order has it tried again',
  () => {
    const program = join(folder, 'later.mjs');
    writeFileSync(program, `process.on('message', (order) => process.send(order));`);
    const printed = printedWithoutFiles(`
      const { createAskedProcess } = await import(${JSON.stringify(import.meta.resolve('./worker-process.ts'))});
      const program = ${JSON.stringify(program)};
      const asked = createAskedProcess({ program, seconds: 10, isLast: () => true });
      takeAllFiles();
      asked.begin();
      const told = await Promise.allSettled([asked.ask({}), asked.ask({})]);
      giveFilesBack();
      console.log(JSON.stringify([...told.map(({ reason }) => reason.code), await asked.ask({ order: 3 })]));
      asked.close();`);
    expect(printed).toEqual(['EMFILE', 'EMFILE', { order: 3 }]);
  },
);
