import { afterAll, expect, test } from 'vitest';
import { Owner } from '../../../tests/library/owner.ts';

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
  ['an unknown command', ['pubish', 'a', 'b'], /no command pubish/, /أمر باسم pubish/],
])('rejects %s in the owner’s language', async (_, args, english, arabic) => {
  for (const [language, sentence] of Object.entries({ en: english, ar: arabic })) {
    const { code, text } = await owner.runIn(language, ...args);
    expect(code, text).toBe(2);
    expect(text).toMatch(sentence);
    expect(text.split('\n')).toHaveLength(2);
  }
});

test('shows the help whatever arguments follow', async () => {
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
