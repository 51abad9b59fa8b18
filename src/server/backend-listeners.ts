import type { Backend } from '#backend/backend.ts';
import { createFilePieces, type FilePieces } from './file-pieces.ts';
import { isFileQuestion } from './file-question.ts';
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts';
import type { FetchApp } from './lesson/lesson-app.ts';
import { isRowsQuestion } from './rows-question.ts';

/** The embedded backend, and what is kept of its answers. */
export interface BackendListeners {
  app: FetchApp;
  rows: KeptAnswers;
  files: KeptAnswers;
  pieces: FilePieces;
}

const largestRows = 2 * 1024 * 1024;
/** Small files whole, and the pieces of larger ones. */
const largestFiles = 2 * 1024 * 1024;
const largestPieces = 4 * 1024 * 1024;
/** Somebody may take a file from the disk, of which nobody is told. */
const filesFreshFor = 1000;

/** Keeps answers of the backend until it tells of a change: of a row for its tables, of anything for its files. */
export function createBackendListeners({
  app,
  onChange,
}: Pick<Backend, 'onChange'> & Pick<BackendListeners, 'app'>): BackendListeners {
  const rows = createKeptAnswers({ isForAll: isRowsQuestion, largestBytes: largestRows });
  const files = createKeptAnswers({
    isForAll: isFileQuestion,
    largestBytes: largestFiles,
    freshFor: filesFreshFor,
  });
  onChange(({ kind }) => {
    if (kind === 'row') rows.clear();
    // A row says which file is at a lesson's address.
    files.clear();
  });
  return { app, rows, files, pieces: createFilePieces(largestPieces) };
}
