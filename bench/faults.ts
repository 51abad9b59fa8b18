import { parseArgs } from 'node:util';
import { Owner } from '../tests/library/owner.ts';
import { changeFolder } from './faults/change-folder.ts';
import { buildSite, killedBesideSite, killedCommand, killedSite } from './faults/killed.ts';
import { leftoversOf, lossesOf, textsIn, whatIsShown } from './faults/look.ts';
import { createRandom } from './faults/random.ts';

/**
 * `npm run bench -- faults [--minutes 5] [--lessons 60] [--seed N]`: an owner changes his folder, publishes, undoes, or lets the site
 * do it, and each time the process is killed at a random moment. Then it is looked what visitors find, whoever comes next does the
 * rest, and it is looked again. Prints rounds, losses and leftovers; ends with 1 when there is any.
 */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '5' },
      lessons: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const random = createRandom(Number(values.seed));
  console.log(`seed ${values.seed}, ${values.lessons} lessons, ${values.minutes} minutes`);
  const owner = await Owner.make();
  const found = { rounds: 0, killed: 0, losses: [] as string[], leftovers: [] as string[] };
  try {
    for (let each = 0; each < Number(values.lessons); each++)
      await owner.folder.write(`Category ${each % 6}/Lesson ${each}.pdf`, `lesson ${each}`);
    await buildSite(owner);
    await finish(owner);
    for (const end = Date.now() + Number(values.minutes) * 60_000; Date.now() < end; found.rounds++) {
      const round = await oneRound(owner, random);
      found.killed += round.killed ? 1 : 0;
      const where = `round ${found.rounds} (${round.what})`;
      found.losses.push(...round.losses.map((loss) => `${where}: ${loss}`));
      found.leftovers.push(...round.leftovers.map((leftover) => `${where}: ${leftover}`));
      for (const line of [...round.losses, ...round.leftovers]) console.log(`${where}: ${line}`);
      if (found.rounds % 25 === 24) console.log(`${found.rounds + 1} rounds, ${found.killed} killed`);
    }
  } finally {
    await owner.leave();
  }
  const { rounds, killed, losses, leftovers } = found;
  console.log(`${rounds} rounds, ${killed} killed, ${losses.length} losses, ${leftovers.length} leftovers`);
  process.exitCode = losses.length + leftovers.length > 0 ? 1 : 0;
}

const kinds = ['publish', 'publish', 'undo', 'undo', 'site', 'undo beside the site'] as const;

type Round = { what: string; killed: boolean; losses: string[]; leftovers: string[] };

async function oneRound(owner: Owner, random: () => number): Promise<Round> {
  const shown = await whatIsShown(owner);
  const what = kinds[Math.floor(random() * kinds.length)] ?? 'publish';
  const before = await textsIn(owner.folder.path);
  const isUndo = what.startsWith('undo');
  if (!isUndo) await changeFolder(owner.folder, before, random);
  const changed = await textsIn(owner.folder.path);
  const killed = await kill(owner, what, random);

  const losses = lossesOf(shown, await whatIsShown(owner), changed, isUndo);
  losses.push(...(await finish(owner)));
  const after = await textsIn(owner.folder.path);
  // The owner's files must never be deleted.
  for (const text of changed.values())
    if (![...after.values()].includes(text)) losses.push(`"${text}" is no longer in the folder`);
  return { what, killed, losses, leftovers: await leftoversOf(owner) };
}

function kill(owner: Owner, what: (typeof kinds)[number], random: () => number): Promise<boolean> {
  if (what === 'site') return killedSite(owner, random);
  if (what === 'undo beside the site') return killedBesideSite(owner, random);
  return killedCommand(owner, what, random);
}

/** Runs the command until nothing is left to do, and compares what visitors find with the folder. */
async function finish(owner: Owner): Promise<string[]> {
  for (let turn = 0; ; turn++) {
    const { code, text } = await owner.run('publish', '--yes');
    if (code === 0) break;
    const [number] = /--remove \d+/.exec(text) ?? [];
    if (turn > 3) return [`cannot be finished: ${text}`];
    if (number) await owner.run('publish', '--yes', ...number.split(' '));
  }
  const shown = await whatIsShown(owner);
  const wanted = await textsIn(owner.folder.path, true);
  const differences = [...new Set([...shown.keys(), ...wanted.keys()])].filter(
    (place) => shown.get(place) !== wanted.get(place),
  );
  const { code, text } = await owner.run('verify');
  return [
    ...differences.map(
      (place) => `${place}: visitors find ${shown.get(place)}, the folder has ${wanted.get(place)}`,
    ),
    ...(code === 0 ? [] : [`verify: ${text}`]),
  ];
}
