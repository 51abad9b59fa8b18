import { expect, test } from 'vitest';
import { askAnswers } from './new-site.ts';

const usual = {
  language: 'en' as const,
  preacherName: { en: 'Sheikh Example', ar: 'الشيخ فلان' },
  centerName: { en: 'the Center', ar: 'المركز' },
  port: 3000,
};

/** Types the lines and records the questions. */
async function answersFrom(...lines: string[]) {
  const questions: string[] = [];
  const answers = await askAnswers(async (question) => {
    questions.push(question);
    return lines.shift() ?? '';
  }, usual);
  return { questions: questions, answers };
}

test('empty lines take what stands in brackets', async () => {
  const { questions, answers } = await answersFrom();
  expect(answers).toEqual(usual);
  expect(questions.at(-1)).toContain('[3000]');
});

test('what makes no sense is asked again, with what to type', async () => {
  const { questions, answers } = await answersFrom(
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

test('an owner who reads Arabic is asked in Arabic from then on', async () => {
  const { questions, answers } = await answersFrom('ar');
  expect(answers.language).toBe('ar');
  expect(questions.slice(1).every((question) => /^[\u0600-\u06ff]/.test(question))).toBe(true);
});
