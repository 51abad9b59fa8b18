import type { Context } from 'hono';
import { ApiError, invalidParam } from '#http/api-error.ts';
import type { Sql } from '../db/sqlite.ts';
import type { OpenTable } from '../db/tables.ts';
import { urlFlag, urlQueries } from '../http/params.ts';
import { listRows } from '../query/list.ts';
import { invalidQuery, parseQuery } from '../query/parse.ts';
import { planRows } from '../query/plan.ts';
import { testTerm } from '../query/sql.ts';

/**
 * A page of `table` as the `queries`, `search` and `total` of a request ask for, and the exact number of all that match.
 * A bad query is 400 `general_argument_invalid` here, unlike with rows (docs/rules.md#query-errors); `noun` names an item in errors.
 */
export function listPage(context: Context, table: OpenTable, noun: string, visible: Sql) {
  const search = context.req.query('search');
  try {
    const queries = urlQueries(context).map(parseQuery);
    if (queries.some((query) => query.method === 'select'))
      throw invalidQuery('Invalid query method: select');
    const query = planRows(queries, table);
    const byName = search ? [testTerm(table, 'contains', 'name', [search])] : [];
    const asked = { ...query, terms: [...query.terms, ...byName] };
    const question = listRows(table, asked, visible, context.get('caller'));
    return { rows: question.page(), total: urlFlag(context, 'total', true) ? question.total() : 0 };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.type === 'general_query_invalid') throw invalidParam('queries', error.message);
    if (error.type !== 'general_cursor_not_found') throw error;
    throw new ApiError('general_cursor_not_found', { message: error.message.replace(/^Row/, noun) });
  }
}
