import { vi } from 'vitest';

// Every backend that a test of the publisher opens, as the owner's command or as his site, has the habits of a genuine Appwrite:
// what the command does, it does against both.
vi.doMock('#backend/backend.ts', async (original) => {
  const { withAppwriteHabits, noTroubles } = await import('./appwrite-habits.ts');
  const { openBackend, ...rest } = await original<typeof import('#backend/backend.ts')>();
  const open: typeof openBackend = (options) => {
    const backend = openBackend(options);
    const { app } = backend;
    app.fetch = withAppwriteHabits(app.fetch, { ...noTroubles(), largestFile: 104_857_600 });
    return backend;
  };
  return { ...rest, openBackend: open };
});
