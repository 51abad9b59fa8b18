import { vi } from 'vitest';

// Gives every backend that a publisher test opens the behavior of a real Appwrite, so that commands are tested against both.
vi.doMock('#backend/backend.ts', async (original) => {
  const { withAppwriteQuirks, noFaults } = await import('../support/appwrite-quirks.ts');
  const { openBackend, ...rest } = await original<typeof import('#backend/backend.ts')>();
  const open: typeof openBackend = (options) => {
    const backend = openBackend(options);
    const { app } = backend;
    app.fetch = withAppwriteQuirks(app.fetch, { ...noFaults(), maxFileBytes: 104_857_600 });
    return backend;
  };
  return { ...rest, openBackend: open };
});

// Shares the PDF process: each scan and reading would start one, which takes longer than reading its files.
vi.doMock('#reader/pdf-process.ts', async (original) => {
  const { createPdfProcess, ...rest } = await original<typeof import('#reader/pdf-process.ts')>();
  const shared = createPdfProcess();
  return { ...rest, createPdfProcess: () => ({ ...shared, close: () => {} }) };
});

// Makes waiting fifty times as fast: for a lock, a failing server, and files that may still be copied.
vi.doMock('node:timers/promises', async (original) => {
  const { setTimeout: wait, ...rest } = await original<typeof import('node:timers/promises')>();
  const setTimeout: typeof wait = (milliseconds = 0, ...others) => wait(milliseconds / 50, ...others);
  return { ...rest, setTimeout };
});
