import { startSite } from './running-site.ts';

/* Runs a site in a separate process, as another user. Prints a line when the site runs, and stops the site when the input ends. */

const [dataDir = '', folder = ''] = process.argv.slice(2);
const site = await startSite({ dataDir, folder: () => folder });
console.log('running');
process.stdin.on('end', () => void site.stop()).resume();
