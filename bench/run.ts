// React renders four times slower without it.
process.env.NODE_ENV = 'production';

const claims: Record<string, string> = {
  page: 'first view and taps of a slow phone, beside static HTML',
  server: 'requests a second beside nginx, new pages a second, memory',
  search: 'searching, sorting and paging of large libraries',
  text: 'finding words inside the lessons, and reading them',
  publish: 'publishing a folder, with its words, and a large library',
  attacks: 'what an ordinary visitor notices of one hostile client, attack by attack',
  faults: "what is lost when the owner's commands and the site are killed at random moments (writes nothing)",
};

/** `npm run bench -- <claim> [options]`: measures one claim and writes its part of `bench/RESULTS.md`. */
async function main([claim = '', ...options]: string[]): Promise<void> {
  if (!Object.hasOwn(claims, claim)) {
    if (claim !== '') console.error(`Unknown claim "${claim}".`);
    console.log('npm run bench -- <claim>   measures one claim and writes it to bench/RESULTS.md:\n');
    for (const [name, claim] of Object.entries(claims)) console.log(`  ${name.padEnd(10)} ${claim}`);
    process.exitCode = claim === '' ? 0 : 1;
    return;
  }
  try {
    const bench = await import(`./${claim}.ts`);
    await bench.main(options);
  } catch (error) {
    // A missing program is reported in a sentence; any other error is a bug.
    if ((error as Error).name !== 'MissingProgram') throw error;
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

await main(process.argv.slice(2));
