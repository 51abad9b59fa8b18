import type { Json } from '../change.ts';
import { ApiError, invalidParam } from '../errors.ts';
import { isId, newId } from '../request/ids.ts';
import { isObject } from '../request/json-body.ts';
import { toQueries } from '../request/query-params.ts';
import { toCount } from '../rows/counter.ts';
import {
  isBulk,
  MAX_ROWS,
  type Operation,
  type OperationAction,
  operationActions,
  rowsWithIds,
} from '../rows/operation.ts';

/** Reads the `operations` of a request. Throws 400 naming what is missing or wrong. Source: docs/rules.md#transactions. */
export function toOperations(value: Json | undefined): Operation[] {
  const operations = value ?? [];
  if (!Array.isArray(operations)) throw invalid('Value must be an array of operations');
  if (operations.length === 0) throw new ApiError('general_bad_request', 'Operations array cannot be empty');
  return operations.map(toOperation);
}

function toOperation(value: Json): Operation {
  if (!isObject(value)) throw invalid('Each operation must be an object');
  const fields = new Map(Object.entries(value));
  const text = (key: string): string => {
    const given = fields.get(key) ?? null;
    if (given === null) throw invalid(`Missing required key: ${key}`);
    if (typeof given !== 'string') throw invalid(`Key '${key}' must be a string`);
    return given;
  };
  const action = operationActions.find((one) => one === text('action'));
  if (!action) throw invalid(`Key 'action' must be one of: ${operationActions.join(', ')}`);
  const databaseId = text('databaseId');
  const tableId = text('tableId');
  const rowId = toRowId(action, fields.get('rowId') ?? null);
  const data = fields.get('data') ?? null;
  if (data === null && action !== 'delete') throw invalid('Missing required key: data');
  return { action, databaseId, tableId, rowId, data: toData(action, data) };
}

function toRowId(action: OperationAction, value: Json): string {
  if (isBulk(action)) return '';
  if (value === null) throw invalid(`Key 'rowId' is required for action '${action}'`);
  if (value === 'unique()' && (action === 'create' || action === 'upsert')) return newId('rowId', value);
  if (!isId(value)) throw invalid(`Key 'rowId' is not a valid id`);
  return value;
}

function toData(action: OperationAction, data: Json): Json {
  if (action === 'delete') return {};
  if (action === 'bulkCreate' || action === 'bulkUpsert') {
    const rows = rowsWithIds(data);
    if (!rows) throw invalid(`Key 'data' must be a list of at most ${MAX_ROWS} objects`);
    return rows;
  }
  if (!isObject(data)) throw invalid(`Key 'data' must be an object for action '${action}'`);
  if (action === 'bulkUpdate' || action === 'bulkDelete') toQueries(data.queries);
  if (action === 'bulkUpdate' && !isObject(data.data))
    throw invalid(`Key 'data' must hold an object 'data' for action 'bulkUpdate'`);
  if (action === 'increment' || action === 'decrement') {
    if (typeof data.column !== 'string')
      throw invalid(`Key 'data' must hold a string 'column' for action '${action}'`);
    toCount(action, data.value, data[action === 'increment' ? 'max' : 'min']);
  }
  return data;
}

function invalid(reason: string): ApiError {
  return invalidParam('operations', reason);
}
