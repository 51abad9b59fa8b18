import { startSite } from './running-site.ts';

/* Runs a site in a separate process, for tests that start it as another user. Prints a line when it runs; ends with its input. */

const [dataDir = '', folder = ''] = process.argv.slice(2);
const site = await startSite({ dataDir, folder: () => folder });
console.log('running');
process.stdin.on('end', () => void site.stop()).resume();
