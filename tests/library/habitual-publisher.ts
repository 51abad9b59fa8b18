import { vi } from 'vitest';

// Every backend that a test of the publisher opens, as the owner's command or as his site, has the habits of a genuine Appwrite:
// what the command does, it does against both.
vi.doMock('#backend/backend.ts', async (original) => {
  const { withAppwriteHabits, noTroubles } = await import('../support/appwrite-habits.ts');
  const { openBackend, ...rest } = await original<typeof import('#backend/backend.ts')>();
  const open: typeof openBackend = (options) => {
    const backend = openBackend(options);
    const { app } = backend;
    app.fetch = withAppwriteHabits(app.fetch, { ...noTroubles(), largestFile: 104_857_600 });
    return backend;
  };
  return { ...rest, openBackend: open };
});

// Each scan and each reading has a process for PDFs; in the tests they are hundreds, and to start one takes longer than its files.
vi.doMock('#reader/engine/pdf-process.ts', async (original) => {
  const { createPdfProcess, ...rest } = await original<typeof import('#reader/engine/pdf-process.ts')>();
  const shared = createPdfProcess();
  return { ...rest, createPdfProcess: () => ({ ...shared, close: () => {} }) };
});

// The publisher waits for a lock, for a server in trouble, and for files that may still be copied: all of it goes fifty times as fast.
vi.doMock('node:timers/promises', async (original) => {
  const { setTimeout: wait, ...rest } = await original<typeof import('node:timers/promises')>();
  const setTimeout: typeof wait = (milliseconds = 0, ...others) => wait(milliseconds / 50, ...others);
  return { ...rest, setTimeout };
});
