import { vi } from 'vitest';

// Adds the quirks of a real Appwrite to every backend of these tests.
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

// Shares one PDF process, because starting one for each scan takes longer than reading the files.
vi.doMock('#reader/pdf-process.ts', async (original) => {
  const { createPdfProcess, ...rest } = await original<typeof import('#reader/pdf-process.ts')>();
  const sharedProcess = createPdfProcess();
  return { ...rest, createPdfProcess: () => ({ ...sharedProcess, close: () => {} }) };
});

// Shortens waits with `node:timers/promises` to a fiftieth: those for locks, failing servers and files that may still be copied.
vi.doMock('node:timers/promises', async (original) => {
  const { setTimeout: wait, ...rest } = await original<typeof import('node:timers/promises')>();
  const setTimeout: typeof wait = (milliseconds = 0, ...others) => wait(milliseconds / 50, ...others);
  return { ...rest, setTimeout };
});
