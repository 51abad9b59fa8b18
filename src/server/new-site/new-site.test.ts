import { expect, test } from 'vitest';
import { askQuestions } from './new-site.ts';

const defaults = {
  language: 'en' as const,
  preacherName: { en: 'Sheikh Example', ar: 'الشيخ فلان' },
  centerName: { en: 'the Center', ar: 'المركز' },
  port: 3000,
};

/** Answers the questions with these lines. Returns the questions and the resulting answers. */
async function collectAnswers(...lines: string[]) {
  const questions: string[] = [];
  const answers = await askQuestions(async (question) => {
    questions.push(question);
    return lines.shift() ?? '';
  }, defaults);
  return { questions, answers };
}

test('an empty line selects the default in brackets', async () => {
  const { questions, answers } = await collectAnswers();
  expect(answers).toEqual(defaults);
  expect(questions.at(-1)).toContain('[3000]');
});

test('repeats a question after an invalid answer, and names the valid answers', async () => {
  const { questions, answers } = await collectAnswers(
    'fr',
    'en',
    'x'.repeat(501),
    'A',
    'أ',
    'B',
    'ب',
    '99999',
    '0',
    '8080',
  );
  expect(answers).toEqual({
    language: 'en',
    preacherName: { en: 'A', ar: 'أ' },
    centerName: { en: 'B', ar: 'ب' },
    port: 8080,
  });
  expect(questions.filter((question) => question.includes('\n'))).toEqual([
    expect.stringContaining('Type en or ar'),
    expect.stringContaining('500'),
    expect.stringContaining('1 to 65535'),
    expect.stringContaining('1 to 65535'),
  ]);
});

test('asks in Arabic after the owner has chosen Arabic', async () => {
  const { questions, answers } = await collectAnswers('ar');
  expect(answers.language).toBe('ar');
  expect(questions.slice(1).every((question) => /^[\u0600-\u06ff]/.test(question))).toBe(true);
});
