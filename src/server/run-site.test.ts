import { expect, test } from 'vitest';
import { readConfig } from '#settings/config.ts';
import { readEnvironment } from '#settings/environment.ts';
import { runSite } from './run-site.ts';

test('a site whose write key could be guessed does not start', async () => {
  const environment = { ...readEnvironment(process.cwd()), DATA_DIR: 'none', APPWRITE_API_KEY: 'x' };
  const config = readConfig(process.cwd(), environment);
  await expect(runSite(config, () => Promise.reject(new Error('it was opened')))).rejects.toThrow(
    'APPWRITE_API_KEY must have 16 characters or more',
  );
});
