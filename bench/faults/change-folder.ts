import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LessonFolder } from '../../tests/library/lesson-folder.ts';

let made = 0;

/** Does to a folder what owners do: a few of new, corrected, renamed, moved and exchanged; now and then one is deleted. */
export async function changeFolder(
  folder: LessonFolder,
  texts: Map<string, string>,
  random: () => number,
): Promise<void> {
  const places = [...texts.keys()].filter((path) => !/(^|\/)[._]/.test(path));
  const pick = () => places.splice(Math.floor(random() * places.length), 1)[0];
  const carry = async (from: string, to: string) => {
    await mkdir(dirname(join(folder.path, to)), { recursive: true });
    await rename(join(folder.path, from), join(folder.path, to));
  };
  for (let left = 1 + Math.floor(random() * 6); left > 0; left--) {
    const id = `${Date.now()}-${made++}`;
    const category = `Category ${Math.floor(random() * 6)}`;
    const kind = Math.floor(random() * 6);
    const place = kind === 0 ? undefined : pick();
    if (place === undefined) await folder.write(`${category}/New ${id}.pdf`, `new ${id}`);
    else if (kind === 1) await folder.write(place, `${texts.get(place)}, corrected ${id}`);
    else if (kind === 2) await carry(place, `${dirname(place)}/Renamed ${id}.pdf`);
    else if (kind === 3) await carry(place, `${category}/Moved ${id}.pdf`);
    else if (kind === 4 && places.length > 20 && random() < 0.5) await folder.remove(place);
    else if (kind === 5) {
      const other = pick();
      if (!other) continue;
      await carry(place, `${place}.exchange`);
      await carry(other, place);
      await carry(`${place}.exchange`, other);
    }
  }
}
