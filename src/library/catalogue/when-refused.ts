import { AppwriteException } from 'node-appwrite';

/** For `catch`: a value where a backend answered with an error of one of these types or codes. Anything else is thrown again. */
export function whenRefused<Value>(value: Value, ...answers: (string | number)[]) {
  return (error: unknown): Value => {
    const isExpected =
      error instanceof AppwriteException && (answers.includes(error.type) || answers.includes(error.code));
    if (isExpected) return value;
    throw error;
  };
}
