import { readHistory } from '../journal/history.ts';
import { type TakeBackOptions, type TakeBackResult, takeBack } from './take-back.ts';

/**
 * Does the rest of an undo of this folder that was interrupted, before anything else is published from it: else the folder as it was
 * in the middle would become a publication of its own. The caller holds the lock. Answers null when there is none.
 */
export async function finishUndo(options: Omit<TakeBackOptions, 'record'>): Promise<TakeBackResult | null> {
  const { catalogue, folder, scan } = options;
  const open = (await catalogue.journal(['started'])).find(
    ({ note }) => note?.undoes && note.folder === folder,
  );
  if (!open || !(await scan()).exists) return null;
  const record = (await readHistory(catalogue)).find(({ id }) => id === open.note?.undoes);
  return record ? takeBack({ ...options, record }) : null;
}
