import { asCommand } from './as-command.ts';
import { builtFrontend } from './built-frontend.ts';
import { loadEnvironment, readConfig } from './config.ts';
import { projectRoot } from './project-root.ts';
import { runSite } from './run-site.ts';

/** The built server. */
export const main: () => Promise<void> = asCommand(() =>
  runSite(readConfig(projectRoot, loadEnvironment(projectRoot)), builtFrontend(projectRoot)),
);
