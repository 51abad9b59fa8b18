import { startSite } from './running-site.ts';

/* A site in its own process, for tests that start it as another user. It reports when it runs, and ends with its input. */

const [dataDir = '', folder = ''] = process.argv.slice(2);
const site = await startSite({ dataDir, folder: () => folder });
console.log('running');
process.stdin.on('end', () => void site.stop()).resume();
