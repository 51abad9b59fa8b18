const descriptions: Record<string, string> = {
  page: 'first view and taps of a slow phone, compared with static HTML (needs nginx)',
  server:
    'requests per second compared with nginx, new searches per second, memory (needs nginx, wrk and taskset)',
  search: 'searching, sorting and paging of large libraries',
  text: 'finding words inside lessons',
  publish: 'publishing a folder with its words, and a change of a large one',
  attacks: 'effects of one hostile client on an ordinary visitor, attack by attack',
  faults: "losses if the owner's commands and the site are killed at random moments (writes nothing)",
};

// Runs `npm run bench -- <claim> [options]`: measures one claim and, except for `faults`, writes its part of `bench/RESULTS.md`.
const [claim = '', ...options] = process.argv.slice(2);
if (Object.hasOwn(descriptions, claim)) {
  const bench = await import(`./${claim}.ts`);
  await bench.main(options);
} else {
  console.log('npm run bench -- <claim>   measures one claim and writes it to bench/RESULTS.md:\n');
  for (const [name, text] of Object.entries(descriptions)) console.log(`  ${name.padEnd(10)} ${text}`);
  process.exitCode = claim === '' ? 0 : 1;
}
