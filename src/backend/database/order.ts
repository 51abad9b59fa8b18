import type { TableSchema } from '../schema.ts';
import { rankings } from './collated-columns.ts';
import { columnName } from './names.ts';

/** The SQL expression by which rows are ordered on an attribute. Texts follow the collation; of a text that is NULL, first. */
export function orderExpression(table: TableSchema, attribute: string): string {
  const name = columnName(table, attribute) ?? '_sequence';
  const ranking = rankings(table).find((one) => one.attribute === attribute);
  if (ranking) return ranking.key;
  const column = table.columns.get(attribute);
  return column?.kind === 'text' && !column.array ? `sort_key(${name})` : name;
}
