import { readConfig } from '#settings/config.ts';
import { readEnvironment } from '#settings/environment.ts';
import { programFolder } from '#settings/folders.ts';
import { devFrontend } from './dev-frontend.ts';
import { runSite } from './run-site.ts';

/** The site from its sources, until `npm run dev` ends it; on the port it had before, so that open pages find it again. */
export async function main([port]: string[]): Promise<void> {
  const config = readConfig(programFolder, readEnvironment(programFolder));
  // Before the site is open the signal has no listener, and there is nothing to close.
  const end = () => process.emit('SIGTERM') || process.exit(0);
  if (!process.connected) end();
  process.once('disconnect', end);
  await runSite({ ...config, port: Number(port ?? config.port) }, devFrontend(programFolder));
}
