import { AppwriteException } from 'appwrite';
import { expect, test } from 'vitest';
import { UnreadableResponse } from './library-queries.ts';
import { TimeoutFailure, toQueryFailure } from './query-failure.ts';

test.each([
  [new AppwriteException('Server Error', 500, 'general_unknown'), { status: 500, message: 'Server Error' }],
  [new AppwriteException('', 503), { status: 503, message: 'An unknown error occurred' }],
  [
    new AppwriteException('Missing required parameter: "tableId"'),
    { status: 'CUSTOM_ERROR', message: 'Missing required parameter: "tableId"' },
  ],
  [new TypeError('Failed to fetch'), { status: 'FETCH_ERROR', message: 'Failed to fetch' }],
  [new TimeoutFailure('No response'), { status: 'TIMEOUT_ERROR', message: 'No response' }],
  [new UnreadableResponse('not a list'), { status: 'PARSING_ERROR', message: 'not a list' }],
  [
    { name: 'SyntaxError', message: "Unexpected '<'" },
    { status: 'PARSING_ERROR', message: "Unexpected '<'" },
  ],
  [new Error('Invalid row data'), { status: 'CUSTOM_ERROR', message: 'Invalid row data' }],
  [undefined, { status: 'CUSTOM_ERROR', message: 'An unknown error occurred' }],
])('%o is classified', (thrown, failure) => {
  expect(toQueryFailure(thrown)).toEqual(failure);
});
