import type { TableSchema } from '../schema.ts';
import { columnName } from './names.ts';

/** The SQL expression by which rows are ordered on an attribute. */
export function orderExpression(table: TableSchema, attribute: string): string {
  return columnName(table, attribute) ?? '_sequence';
}
