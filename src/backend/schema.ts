import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { ID_PATTERN } from '#contract/limits.ts';
import { parsePermission } from './permissions.ts';

/** System columns that queries and indexes can name: API name and SQL name. */
export const systemColumns: ReadonlyMap<string, string> = new Map([
  ['$id', '_id'],
  ['$sequence', '_sequence'],
  ['$createdAt', '_created'],
  ['$updatedAt', '_updated'],
]);

/** System fields of every row, by their names in the API. */
export const systemFields: readonly string[] = [
  ...systemColumns.keys(),
  '$permissions',
  '$databaseId',
  '$tableId',
];

/** Requires a value. A missing value is reported with the message for an invalid value. */
const required = <const Type extends v.GenericSchema>(type: Type) => v.pipe(v.nullish(v.unknown(), ''), type);
const list = <const Type extends v.GenericSchema>(type: Type) =>
  v.nullish(v.array(type, 'must be a list'), []);
const findDuplicates = (names: readonly string[]) =>
  [...Map.groupBy(names, (name) => name.toLowerCase()).values()].find(({ length }) => length > 1);
/** A list without duplicate names. SQLite ignores case, so "Files" and "files" would be one table. */
const uniquelyNamed = <const Type extends v.GenericSchema>(
  type: Type,
  nameOf: (item: v.InferOutput<Type>) => string,
) =>
  v.pipe(
    list(type),
    v.check(
      (items) => !findDuplicates(items.map(nameOf)),
      ({ input }) =>
        `has "${findDuplicates(input.map(nameOf))?.join('" and "')}": ids must differ by more than case`,
    ),
  );
const object = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.object(entries, 'must be an object');
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  v.picklist(names, `must be one of ${names.filter(Boolean).join(', ')}`);
const flag = (fallback: boolean) => v.nullish(v.boolean('must be true or false'), fallback);

const TEXT_RULE = 'must be a non-empty text';
const text = v.pipe(v.string(TEXT_RULE), v.nonEmpty(TEXT_RULE));
/** An id, which becomes part of SQL names and URLs. */
const id = required(
  v.pipe(
    text,
    v.regex(
      new RegExp(`^${ID_PATTERN}$`),
      'must be 1 to 36 characters of a-z, A-Z, 0-9, period, hyphen and underscore, and start with a letter or digit',
    ),
  ),
);
const texts = list(v.string('must be a text'));
const COUNT_RULE = 'must be a whole number of at least 1';
const size = v.pipe(v.number(COUNT_RULE), v.safeInteger(COUNT_RULE), v.minValue(1, COUNT_RULE));
// The Appwrite CLI writes the limits of 64-bit integers as texts or inexact numbers.
const limit = v.nullish(
  v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.trim(), v.nonEmpty())], 'must be a number'),
    v.toNumber('must be a number'),
  ),
  null,
);
const permissions = list(
  v.pipe(
    v.string('must be a text'),
    v.check(
      (permission) => parsePermission(permission) !== undefined,
      ({ input }) => `has "${input}", which is not a permission such as read("any")`,
    ),
  ),
);

const commonFields = {
  key: id,
  required: flag(false),
  array: flag(false),
  default: v.nullish(
    v.union([v.string(), v.number(), v.boolean()], 'must be a text, a number, true, false or null'),
    null,
  ),
};

/** Default size of a text column in characters, by type. */
const textSizes = {
  string: 255,
  varchar: 255,
  text: 16_383,
  mediumtext: 4_194_303,
  longtext: 16_777_215,
  email: 255,
  url: 2000,
  ip: 255,
  enum: 255,
};
const textTypes = Object.keys(textSizes) as (keyof typeof textSizes)[];
const formats = ['email', 'url', 'ip', 'enum', 'plain'] as const;
const textColumn = v.pipe(
  v.object({
    ...commonFields,
    type: v.picklist(textTypes),
    size: v.nullish(size),
    format: v.nullish(oneOf([...formats, ''])),
    elements: texts,
  }),
  v.transform(({ type, size, format, ...column }) => {
    const columnFormat = formats.find((format) => format === type) ?? (format || 'plain');
    return { ...column, kind: 'text' as const, size: size ?? textSizes[type], format: columnFormat };
  }),
  v.forward(
    v.check(
      ({ format, elements }) => format !== 'enum' || elements.length > 0,
      'must list the values of the enum',
    ),
    ['elements'],
  ),
);
const numberKinds = { integer: 'integer', bigint: 'integer', float: 'float', double: 'float' } as const;
const numberTypes = Object.keys(numberKinds) as (keyof typeof numberKinds)[];
const numberColumn = v.pipe(
  v.object({
    ...commonFields,
    type: v.picklist(numberTypes),
    min: limit,
    max: limit,
  }),
  v.transform(({ type, ...column }) => ({ ...column, kind: numberKinds[type] })),
);
const plainColumn = v.pipe(
  v.object({ ...commonFields, type: v.picklist(['boolean', 'datetime']) }),
  v.transform(({ type: kind, ...column }) => ({ ...column, kind })),
);
/** A one-way relationship: the column contains the id of a row of `relatedTable` in the same database. `oneToOne` is not enforced. */
const relationshipColumn = v.pipe(
  v.object({
    ...commonFields,
    type: v.literal('relationship'),
    relationType: required(oneOf(['manyToOne', 'oneToOne'])),
    twoWay: v.nullish(
      v.literal(false, 'must be false: the embedded backend supports only one-way relationships'),
      false,
    ),
    relatedTable: id,
    onDelete: v.nullish(oneOf(['restrict', 'setNull', 'cascade']), 'restrict'),
  }),
  v.transform(({ type: kind, relationType: _, twoWay: __, ...column }) => ({
    ...column,
    kind,
    required: false,
  })),
);
/** Parses a column of the schema file. */
export const column = v.variant(
  'type',
  [textColumn, numberColumn, plainColumn, relationshipColumn],
  `must be one of ${[...textTypes, ...numberTypes, 'boolean', 'datetime', 'relationship'].join(', ')}`,
);

const index = object({
  key: id,
  type: required(oneOf(['key', 'unique', 'fulltext'])),
  columns: texts,
  orders: v.pipe(
    texts,
    v.transform((orders) => orders.map((order) => (order.toUpperCase() === 'DESC' ? 'DESC' : 'ASC'))),
  ),
});

const table = v.pipe(
  object({
    $id: id,
    databaseId: id,
    name: v.nullish(text),
    enabled: flag(true),
    rowSecurity: flag(false),
    $permissions: permissions,
    columns: uniquelyNamed(column, ({ key }) => key),
    indexes: list(index),
  }),
  v.transform(({ $id, $permissions, name, columns, ...rest }) => ({
    ...rest,
    id: $id,
    name: name ?? $id,
    permissions: $permissions,
    // A map keeps the order of the file, so that an error names the first invalid column.
    columns: new Map(columns.map((column) => [column.key, column])) as ReadonlyMap<string, Column>,
  })),
);

/** Maximum size of a file in bytes: Appwrite's default (`_APP_STORAGE_LIMIT`) and the default here. */
const APPWRITE_FILE_LIMIT_BYTES = 30_000_000;
const MAX_FILE_BYTES = 104_857_600;

const bucket = v.pipe(
  object({
    $id: id,
    name: v.nullish(text),
    enabled: flag(true),
    fileSecurity: flag(false),
    $permissions: permissions,
    maximumFileSize: v.nullish(size, APPWRITE_FILE_LIMIT_BYTES),
    allowedFileExtensions: texts,
    compression: v.nullish(text, 'none'),
    encryption: flag(false),
    antivirus: flag(false),
    transformations: flag(true),
  }),
  v.transform(({ $id, $permissions, name, maximumFileSize, allowedFileExtensions, ...rest }) => ({
    ...rest,
    id: $id,
    name: name ?? $id,
    permissions: $permissions,
    // A bucket with Appwrite's default gets the larger default of this backend; any other number is a deliberate limit.
    maximumFileSize: maximumFileSize === APPWRITE_FILE_LIMIT_BYTES ? MAX_FILE_BYTES : maximumFileSize,
    allowedFileExtensions: allowedFileExtensions.map((extension) => extension.toLowerCase()),
  })),
);

/** The content of `appwrite.config.json`, in the format of the Appwrite CLI. */
const schemaContent = object({
  projectId: id,
  tablesDB: uniquelyNamed(object({ $id: id, name: v.nullish(text), enabled: flag(true) }), ({ $id }) => $id),
  tables: uniquelyNamed(table, ({ databaseId, id }) => `${databaseId}/${id}`),
  buckets: uniquelyNamed(bucket, ({ id }) => id),
});

export type Column = Readonly<v.InferOutput<typeof column>>;
export type TableSchema = Readonly<v.InferOutput<typeof table>>;
export type TextColumn = Column & { kind: 'text' };
export type NumberColumn = Column & { kind: 'integer' | 'float' };
export type RelationshipColumn = Column & { kind: 'relationship' };
export type Index = v.InferOutput<typeof index>;
export type BucketSchema = Readonly<v.InferOutput<typeof bucket>>;

/** The project that `appwrite.config.json` describes. */
export interface Schema<Table = TableSchema> {
  readonly projectId: string;
  readonly databases: ReadonlyMap<
    string,
    { id: string; name: string; enabled: boolean; tables: ReadonlyMap<string, Table> }
  >;
  readonly buckets: ReadonlyMap<string, BucketSchema>;
}

/** Lists the relationship columns of a table. */
export function relationships(table: TableSchema): RelationshipColumn[] {
  return [...table.columns.values()].filter((column) => column.kind === 'relationship');
}

/** Whether a column can contain texts of a page or more. */
export function isLongText(column: Column | undefined): boolean {
  return column?.kind === 'text' && column.size > 10_000;
}

/** Lists every table of every database. */
export function listTables<Table>(schema: Schema<Table>): Table[] {
  return [...schema.databases.values()].flatMap((database) => [...database.tables.values()]);
}

/** Reads and checks the project's `appwrite.config.json` at `path`. Throws an `Error` whose message names the mistake. */
export function readSchema(path: string): Schema {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return fail(`cannot be read as JSON (${(error as Error).message})`);
  }
  return toSchema(value);
}

/** Checks the content of `appwrite.config.json` and converts it to a schema. Throws an `Error` whose message names the mistake. */
export function toSchema(value: unknown): Schema {
  if (Array.isArray(value)) fail('the file must be an object');
  const result = v.safeParse(schemaContent, value, { abortEarly: true });
  if (!result.success) {
    const [issue] = result.issues;
    const path = v.getDotPath(issue)?.replace(/\.(\d+)/g, '[$1]');
    return fail(`${path ?? 'the file'} ${issue.message}`);
  }
  const { projectId, tablesDB, tables, buckets } = result.output;
  const databases = byId(
    tablesDB.map(({ $id: id, name, enabled }) => {
      // A table of a disabled database is disabled too.
      const tablesOfDatabase = tables
        .filter(({ databaseId }) => databaseId === id)
        .map((table) => ({ ...table, enabled: enabled && table.enabled }));
      return { id, name: name ?? id, enabled, tables: byId(tablesOfDatabase) };
    }),
  );
  for (const [at, table] of tables.entries()) checkTable(`tables[${at}]`, table, databases);
  return { projectId, databases, buckets: byId(buckets) };
}

function fail(problem: string): never {
  throw new Error(`appwrite.config.json: ${problem}.`);
}

const byId = <Item extends { id: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]));

/** Checks the references of a table to other parts of the schema. */
function checkTable(path: string, table: TableSchema, databases: Schema['databases']): void {
  const database = databases.get(table.databaseId);
  if (!database) fail(`${path}.databaseId names "${table.databaseId}", which is not in tablesDB`);
  for (const column of table.columns.values()) {
    if (column.kind === 'relationship' && !database.tables.has(column.relatedTable))
      fail(
        `${path}.columns relate "${column.key}" to "${column.relatedTable}", which is not a table of the same database`,
      );
  }
  for (const [at, { key, type, columns }] of table.indexes.entries()) {
    const failColumns: (problem: string) => never = (problem) =>
      fail(`${path}.indexes[${at}].columns ${problem}`);
    const unknownColumn = columns.find((column) => !table.columns.has(column) && !systemColumns.has(column));
    if (unknownColumn !== undefined)
      failColumns(`names "${unknownColumn}", which is not a column of the table`);
    if (columns.length === 0) failColumns('must name a column');
    const [firstColumn, ...otherColumns] = columns.map((column) => table.columns.get(column));
    if (type === 'fulltext' && (otherColumns.length > 0 || firstColumn?.kind !== 'text' || firstColumn.array))
      failColumns(`must name one column of text for the fulltext index "${key}"`);
  }
}
