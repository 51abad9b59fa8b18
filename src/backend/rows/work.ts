import type { Action, Change } from '../change.ts';
import type { BackendContext } from '../context.ts';
import { atomically } from '../database/atomically.ts';
import type { StoredRow } from '../database/row-reader.ts';
import { dateText } from '../date-text.ts';
import { GUEST } from '../identity.ts';
import { rolesFor } from '../permissions.ts';
import { WHOLE_ROW } from '../queries/row-query.ts';
import { relationships, type TableSchema } from '../schema.ts';
import { permissionsOf, viewRows, viewWritten } from './row-view.ts';

/** Writes that stand or fall together, and the changes to tell of when they stand. */
export type Work = ReturnType<typeof beginWork>;

export function beginWork({ database, schema }: BackendContext) {
  const changes: Change[] = [];
  return { database, schema, now: dateText(new Date()), changes };
}

/** Runs `write` in one transaction and, once it is committed, emits its changes. */
export function inOneWork<T>(backend: BackendContext, write: (work: Work) => T): T {
  const work = beginWork(backend);
  const result = atomically(backend.database, () => write(work));
  for (const change of work.changes) backend.changes.emit(change);
  return result;
}

/** Notes what happened to a row, as any visitor may see it. Source: docs/rules.md#realtime-events. */
export function noteChange(work: Work, action: Action, table: TableSchema, row: StoredRow): void {
  const view = {
    database: work.database,
    schema: work.schema,
    caller: GUEST,
    numericSequence: false,
    locale: '',
  };
  const [payload = {}] =
    action === 'create' ? viewWritten(view, table, [row]) : viewRows(view, table, [row], WHOLE_ROW);
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
