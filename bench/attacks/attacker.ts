import { attacks } from './attacks.ts';

/** Runs one attack until its input ends, in a separate process, so that it does not slow the visitor's. */
const [name = '', url = '', address = '', target = ''] = process.argv.slice(2);
const ending = new AbortController();
process.stdin.on('end', () => ending.abort()).resume();
const { hostname: host, port } = new URL(url);
const attack = attacks[name];
await attack?.({ host, port: Number(port), address, signal: ending.signal }, JSON.parse(target));
process.exit(attack ? 0 : 1);
