import type { Action, Change } from '../change.ts';
import type { BackendContext } from '../context.ts';
import { atomically } from '../database/atomically.ts';
import type { OpenTable } from '../database/open-table.ts';
import type { StoredRow } from '../database/row-reader.ts';
import { changeRow } from '../database/row-writer.ts';
import { dateText } from '../date-text.ts';
import { GUEST } from '../identity.ts';
import { rolesFor } from '../permissions.ts';
import { WHOLE_ROW } from '../queries/row-query.ts';
import { relationships } from '../schema.ts';
import type { StoredValue } from './column-value.ts';
import { permissionsOf, viewRows, viewWritten } from './row-view.ts';

/** Writes that stand or fall together, and the changes to tell of when they stand. */
export type Work = ReturnType<typeof beginWork>;

export function beginWork() {
  const changes: Change[] = [];
  return { now: dateText(new Date()), changes };
}

/** Runs `write` in one transaction and, once it is committed, emits its changes. */
export function inOneWork<T>(backend: BackendContext, write: (work: Work) => T): T {
  const work = beginWork();
  const result = atomically(backend.database, () => write(work));
  for (const change of work.changes) backend.changes.emit(change);
  return result;
}

/** Changes columns of a row, notes it, and returns the row as it is now. */
export function rewriteRow(
  work: Work,
  table: OpenTable,
  id: string,
  values: Iterable<readonly [column: string, StoredValue]>,
  action: Action = 'update',
): StoredRow {
  const row = changeRow(table, id, new Map([['_updated', work.now], ...values]));
  noteChange(work, action, table, row);
  return row;
}

/** Notes what happened to a row, as any visitor may see it. Source: docs/rules.md#realtime-events. */
export function noteChange(work: Work, action: Action, table: OpenTable, row: StoredRow): void {
  const [payload = {}] =
    action === 'create' ? viewWritten(GUEST, table, [row]) : viewRows(GUEST, table, [row], WHOLE_ROW);
  if (action !== 'create') for (const { key } of relationships(table)) delete payload[key];
  const own = table.rowSecurity ? rolesFor(permissionsOf(row), 'read') : [];
  work.changes.push({
    kind: 'row',
    action,
    databaseId: table.databaseId,
    tableId: table.id,
    rowId: String(row._id),
    payload,
    readers: [...rolesFor(table.permissions, 'read'), ...own],
  });
}
