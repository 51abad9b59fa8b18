import type { Backend } from '#backend/backend.ts';
import { createFilePieces, type FilePieces } from './file-pieces.ts';
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts';
import type { FetchApp } from './lesson/lesson-app.ts';

/** The embedded backend, and what is kept of its answers. */
export interface BackendListeners {
  app: FetchApp;
  answers: KeptAnswers;
  pieces: FilePieces;
}

export function createBackendListeners({
  app,
  kept,
}: Pick<Backend, 'kept'> & Pick<BackendListeners, 'app'>): BackendListeners {
  return { app, answers: createKeptAnswers(kept), pieces: createFilePieces(kept) };
}
