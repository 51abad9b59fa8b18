import { readConfig } from '#settings/config.ts';
import { readEnvironment } from '#settings/environment.ts';
import { ownersFolder, programFolder } from '#settings/folders.ts';
import { builtFrontend } from './frontend.ts';
import { runSite } from './run-site.ts';

/** The built server. */
export function main(): Promise<void> {
  return runSite(readConfig(ownersFolder(), readEnvironment(ownersFolder())), builtFrontend(programFolder));
}
