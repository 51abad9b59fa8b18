import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { Owner } from '../../../tests/library/owner.ts';
import { ar } from '../messages/ar.ts';
import { en } from '../messages/en.ts';
import { commandSyntax, commandsWith } from './options.ts';

const owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu' });
afterAll(() => owner.cleanUp());

test.each([
  ['an unknown option', ['publish', '--bogus'], /no option --bogus\./, /خيار باسم --bogus\./],
  ['a negative number', ['undo', '-1'], /no option -1\./, /خيار باسم -1\./],
  ['a value of a flag', ['publish', '--yes=3'], /--yes takes no value/, /--yes لا يأخذ قيمة/],
  ['a missing value', ['publish', '--remove'], /--remove needs a value/, /--remove يحتاج إلى قيمة/],
  [
    'an option instead of a value',
    ['publish', '--remove', '--yes'],
    /--remove needs a value/,
    /--remove يحتاج/,
  ],
  ['an empty folder name', ['publish', ''], /publish needs a value/, /publish يحتاج إلى قيمة/],
  ['a blank file name', ['backup', ' '], /backup needs a value/, /backup يحتاج إلى قيمة/],
  ['a name without quotation marks', ['publish', 'My', 'Lessons'], /^Lessons is unexpected/, /^Lessons كلمة/],
  ['a surplus argument', ['history', '5'], /^5 is unexpected/, /^5 كلمة زائدة/],
  [
    'a word instead of a number of removals',
    ['publish', '--remove', 'all'],
    /--remove cannot be all/,
    /--remove لا يصح أن تكون all/,
  ],
  ['a word instead of a number', ['undo', 'last'], /undo cannot be last/, /undo لا يصح أن تكون last/],
  [
    'a property of objects instead of a period',
    ['opens', 'constructor'],
    /opens cannot be constructor/,
    /opens لا يصح أن تكون constructor/,
  ],
  [
    'an option of another command',
    ['verify', '--replace'],
    /^--replace cannot be used with verify, only with backup\./,
    /^الخيار --replace لا يُستعمل مع verify، بل مع backup\./,
  ],
  [
    'an option of several other commands',
    ['move', '--to', 'appwrite', '--remove', '2'],
    /^--remove cannot be used with move, only with publish, undo\./,
    /^الخيار --remove لا يُستعمل مع move، بل مع publish، undo\./,
  ],
  ['an unknown command', ['pubish', 'a', 'b'], /no command pubish/, /أمر باسم pubish/],
])('rejects %s in the owner’s language', async (_, args, english, arabic) => {
  for (const [language, sentence] of Object.entries({ en: english, ar: arabic })) {
    const { code, text } = await owner.runIn(language, ...args);
    expect(code, text).toBe(2);
    expect(text).toMatch(sentence);
    expect(text.split('\n')).toHaveLength(2);
  }
});

test('no command ignores an option of another command, and every command accepts --yes and --dry-run', async () => {
  const ownOptions = [...new Set([...commandSyntax.values()].flatMap(({ options }) => options))];
  for (const [command, { options }] of commandSyntax) {
    for (const option of ownOptions.filter((name) => !options.includes(name))) {
      const value = ['remove', 'to'].includes(option) ? ['2'] : [];
      const { code, text } = await owner.run(command, `--${option}`, ...value);
      expect([code, text]).toEqual([
        2,
        expect.stringContaining(`--${option} cannot be used with ${command}`),
      ]);
    }
    const { text } = await owner.run(command, '--yes', '--dry-run');
    expect(text).not.toContain('cannot be used');
  }
});

test.each([
  ['en', en.help],
  ['ar', ar.help],
  ['docs/commands.md', readFileSync('docs/commands.md', 'utf8')],
])('each option is explained with the commands that accept it: %s', (_, text) => {
  for (const option of ['remove', 'all', 'json', 'repair', 'replace']) {
    const line = text
      .split('\n')
      .find((line) => line.replace(/^(?: {2}|\| `)/, '').startsWith(`--${option}`));
    const [explanation = ''] = line?.split(':') ?? [];
    const isNamed = (name: string) => new RegExp(`(?<![-\\w])${name}\\b`).test(explanation);
    const named = [...commandSyntax.keys()].filter(isNamed);
    expect(named.sort(), option).toEqual(commandsWith(option).sort());
  }
});

test('shows the help whatever arguments follow', async () => {
  expect((await owner.run('verify', '--replace', '--help')).code).toBe(0);
  expect(await owner.run('help', 'publish')).toMatchObject({
    code: 0,
    text: expect.stringContaining('publish'),
  });
});

test.each(['١', '۱', '1'])('accepts digits of any script: --remove %s', async (number) => {
  const other = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu' });
  await other.run('publish', '--yes');
  await other.folder.remove('Fiqh/Wudu.pdf');
  const { code, text } = await other.run('publish', '--yes', '--remove', number);
  await other.cleanUp();
  expect(code, text).toBe(0);
});

test.each([
  ['en', ['undo', '7\u2069'], 'There is no publication 7'],
  ['ar', ['\u2068history\u2069'], 'لم يُنشر شيء بعد'],
])('ignores invisible direction marks in a copied command (%s)', async (language, args, sentence) => {
  expect((await owner.runIn(language, ...args)).text).toContain(sentence);
});

test('prints commands in messages on separate lines, without direction marks', async () => {
  const { text } = await owner.runIn('ar', 'undo', '7');
  expect(text).toMatch(/\n {4}npm run library -- history$/);
});
