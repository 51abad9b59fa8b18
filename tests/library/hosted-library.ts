import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { KEY, projectSchema } from '../support/backend.ts';
import { startFakeProject } from '../support/fake-project.ts';
import { freePort } from '../support/free-port.ts';

/** A hosted project with the lessons of a folder, and its settings for a site. */
export interface HostedLibrary {
  settings: Record<string, string>;
  key: string;
  stop(): Promise<void>;
}

/** Starts a hosted project and publishes the lessons of `settings` to it with the owner's command, before the site starts. */
export async function startHostedLibrary(settings: Record<string, string>): Promise<HostedLibrary> {
  const PORT = String(await freePort());
  const origin = `http://localhost:${PORT}`;
  const hostedProject = await startFakeProject({ siteOrigin: origin });
  const dataDir = await mkdtemp(join(tmpdir(), 'minbar-owner-'));
  const { NODE_ENV: _testRunners, ...environment } = process.env;
  const env = {
    ...environment,
    ...settings,
    DATA_DIR: dataDir,
    SITE_URL: origin,
    APPWRITE_ENDPOINT: hostedProject.endpoint,
    APPWRITE_PROJECT_ID: projectSchema.projectId,
    APPWRITE_API_KEY: KEY,
  };
  try {
    await promisify(execFile)(process.execPath, ['minbar.mjs', 'library', 'publish', '--yes'], { env });
  } catch (error) {
    await hostedProject.stop();
    throw error;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  return {
    settings: { PORT, VITE_APPWRITE_ENDPOINT: hostedProject.endpoint },
    key: KEY,
    stop: hostedProject.stop,
  };
}
