import { afterAll, expect, test } from 'vitest';
import { Owner } from '../../../tests/library/owner.ts';

const owner = await Owner.make({ 'Fiqh/Wudu.pdf': 'wudu' });
afterAll(() => owner.cleanUp());

test.each([
  ['an option that is not there', ['publish', '--bogus'], /no option --bogus\./, /خيار باسم --bogus\./],
  ['a number below zero', ['undo', '-1'], /no option -1\./, /خيار باسم -1\./],
  ['a value that is not wanted', ['publish', '--yes=3'], /--yes takes no value/, /--yes لا يأخذ قيمة/],
  ['no value', ['publish', '--remove'], /--remove needs a value/, /--remove يحتاج إلى قيمة/],
  [
    'an option in place of a value',
    ['publish', '--remove', '--yes'],
    /--remove needs a value/,
    /--remove يحتاج/,
  ],
  ['nothing in place of a folder', ['publish', ''], /publish needs a value/, /publish يحتاج إلى قيمة/],
  ['nothing in place of a file', ['backup', ' '], /backup needs a value/, /backup يحتاج إلى قيمة/],
  ['a name without quotation marks', ['publish', 'My', 'Lessons'], /^Lessons is unexpected/, /^Lessons كلمة/],
  ['a word where none is wanted', ['history', '5'], /^5 is unexpected/, /^5 كلمة زائدة/],
  ['a word that is no number', ['undo', 'last'], /undo cannot be last/, /undo لا يصح أن تكون last/],
  ['a command that is not there', ['pubish', 'a', 'b'], /no command pubish/, /أمر باسم pubish/],
])('%s is told in the language of the owner, and nothing is done', async (_, args, english, arabic) => {
  for (const [language, sentence] of Object.entries({ en: english, ar: arabic })) {
    const { code, text } = await owner.runIn(language, ...args);
    expect(code, text).toBe(2);
    expect(text).toMatch(sentence);
    expect(text.split('\n')).toHaveLength(2);
  }
});

test('help is given whatever follows', async () => {
  expect(await owner.run('help', 'publish')).toMatchObject({
    code: 0,
    text: expect.stringContaining('publish'),
  });
});

test.each(['١', '۱', '1'])('a number is taken in the digits of any script: --remove %s', async (number) => {
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
])(
  'a command copied with invisible marks of direction is understood (%s)',
  async (language, args, sentence) => {
    expect((await owner.runIn(language, ...args)).text).toContain(sentence);
  },
);

test('commands in messages are on their own line, without such marks', async () => {
  const { text } = await owner.runIn('ar', 'undo', '7');
  expect(text).toMatch(/\n {4}npm run library -- history$/);
});
