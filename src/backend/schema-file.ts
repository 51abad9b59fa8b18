import { readFileSync } from 'node:fs';
import { ConfigReader } from './config-reader.ts';
import { parsePermission } from './permissions.ts';
import type {
  BucketSchema,
  Column,
  ColumnBase,
  DatabaseSchema,
  Index,
  Schema,
  TableSchema,
} from './schema.ts';

/** Reads and checks the project's `appwrite.config.json` at `path`. Throws a sentence that says what to mend. */
export function readSchema(path: string): Schema {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`appwrite.config.json: cannot be read as JSON (${(error as Error).message}).`);
  }
  return toSchema(value);
}

/** Checks the content of `appwrite.config.json` (the official command line's format) and makes the schema of it. */
export function toSchema(value: unknown): Schema {
  const file = new ConfigReader(value, '');
  const tables = file.objects('tables').map((reader) => ({ reader, table: toTable(reader) }));
  const databases = byId(
    file,
    'tablesDB',
    file.objects('tablesDB').map((reader): DatabaseSchema => {
      const id = reader.id('$id');
      const own = tables.filter(({ table }) => table.databaseId === id).map(({ table }) => table);
      return {
        id,
        name: reader.text('name', id),
        enabled: reader.flag('enabled', true),
        tables: byId(file, `tables of ${id}`, own),
      };
    }),
  );
  for (const { reader, table } of tables) checkReferences(reader, table, databases);
  const buckets = byId(file, 'buckets', file.objects('buckets').map(toBucket));
  return { projectId: file.id('projectId'), databases, buckets };
}

function toTable(reader: ConfigReader): TableSchema {
  const columns = reader.objects('columns').map(toColumn);
  const keyed = byId(
    reader,
    'columns',
    columns.map((column) => ({ ...column, id: column.key })),
  );
  return {
    id: reader.id('$id'),
    databaseId: reader.id('databaseId'),
    name: reader.text('name', reader.id('$id')),
    enabled: reader.flag('enabled', true),
    rowSecurity: reader.flag('rowSecurity', false),
    permissions: permissions(reader),
    columns: new Map(columns.map((column) => [column.key, column])),
    indexes: reader.objects('indexes').map((index) => toIndex(index, keyed)),
  };
}

const textTypes = { string: 255, varchar: 255, text: 16_383, mediumtext: 4_194_303, longtext: 16_777_215 };
const numberTypes = { integer: 'integer', bigint: 'integer', float: 'float', double: 'float' } as const;
const formats = ['email', 'url', 'ip', 'enum'] as const;
const plainTypes = ['boolean', 'datetime'] as const;
const columnTypes = [
  ...(Object.keys(textTypes) as (keyof typeof textTypes)[]),
  ...(Object.keys(numberTypes) as (keyof typeof numberTypes)[]),
  ...formats,
  ...plainTypes,
  'relationship',
] as const;

function toColumn(reader: ConfigReader): Column {
  const type = reader.oneOf('type', columnTypes);
  const base = {
    key: reader.id('key'),
    required: reader.flag('required', false),
    array: reader.flag('array', false),
    default: reader.scalar('default'),
  };
  if (type === 'relationship') return toRelationship(reader, base);
  if (type in numberTypes) {
    const kind = numberTypes[type as keyof typeof numberTypes];
    return { ...base, kind, min: reader.number('min'), max: reader.number('max') };
  }
  if (type === 'boolean' || type === 'datetime') return { ...base, kind: type };
  const format =
    formats.find((one) => one === type) ?? reader.oneOf('format', [...formats, 'plain', ''], 'plain');
  const elements = reader.texts('elements');
  if (format === 'enum' && elements.length === 0) reader.fail('elements', 'must list the values of the enum');
  const size = reader.size(
    'size',
    textTypes[type as keyof typeof textTypes] ?? (format === 'url' ? 2000 : 255),
  );
  return { ...base, kind: 'text', size, format: format || 'plain', elements };
}

function toRelationship(reader: ConfigReader, base: ColumnBase): Column {
  reader.oneOf('relationType', ['manyToOne', 'oneToOne'] as const);
  if (reader.flag('twoWay', false))
    reader.fail('twoWay', 'must be false: the embedded backend keeps one-way relationships');
  return {
    ...base,
    required: false,
    kind: 'relationship',
    relatedTable: reader.id('relatedTable'),
    onDelete: reader.oneOf('onDelete', ['restrict', 'setNull', 'cascade'], 'restrict'),
  };
}

function toIndex(reader: ConfigReader, columns: ReadonlyMap<string, unknown>): Index {
  const type = reader.oneOf('type', ['key', 'unique', 'fulltext']);
  const keys = reader.texts('columns');
  const system = ['$id', '$sequence', '$createdAt', '$updatedAt'];
  for (const key of keys) {
    if (!columns.has(key) && !system.includes(key))
      reader.fail('columns', `names "${key}", which is no column of the table`);
  }
  if (keys.length === 0 || (type === 'fulltext' && (keys.length > 1 || system.includes(keys[0] ?? ''))))
    reader.fail('columns', type === 'fulltext' ? 'must name one column of text' : 'must name a column');
  const orders = reader.texts('orders').map((order) => (order.toUpperCase() === 'DESC' ? 'DESC' : 'ASC'));
  return { key: reader.id('key'), type, columns: keys, orders };
}

/** Bytes. What every Appwrite takes unless its `_APP_STORAGE_LIMIT` says otherwise, and what a lesson may have where no server says less. */
const everyServer = 30_000_000;
const largestLesson = 104_857_600;

/** A file that `push buckets` can send to every server does not limit those that take more; another number is meant. */
function largestFile(asked: number): number {
  return asked === everyServer ? largestLesson : asked;
}

function toBucket(reader: ConfigReader): BucketSchema {
  return {
    id: reader.id('$id'),
    name: reader.text('name', reader.id('$id')),
    enabled: reader.flag('enabled', true),
    fileSecurity: reader.flag('fileSecurity', false),
    permissions: permissions(reader),
    maximumFileSize: largestFile(reader.size('maximumFileSize', everyServer)),
    allowedFileExtensions: reader.texts('allowedFileExtensions').map((one) => one.toLowerCase()),
    compression: reader.text('compression', 'none'),
    encryption: reader.flag('encryption', false),
    antivirus: reader.flag('antivirus', false),
    transformations: reader.flag('transformations', true),
  };
}

function permissions(reader: ConfigReader): string[] {
  const texts = reader.texts('$permissions');
  const wrong = texts.find((text) => parsePermission(text) === undefined);
  if (wrong !== undefined)
    reader.fail('$permissions', `holds "${wrong}", which is no permission such as read("any")`);
  return texts;
}

function byId<T extends { id: string }>(reader: ConfigReader, key: string, items: T[]): Map<string, T> {
  const seen = new Map<string, string>();
  for (const { id } of items) {
    // SQLite's names ignore case, so "Files" and "files" would be one table.
    const other = seen.get(id.toLowerCase());
    if (other !== undefined)
      reader.fail(key, `has "${id}" beside "${other}": ids must differ by more than case`);
    seen.set(id.toLowerCase(), id);
  }
  return new Map(items.map((item) => [item.id, item]));
}

function checkReferences(
  reader: ConfigReader,
  table: TableSchema,
  databases: ReadonlyMap<string, DatabaseSchema>,
): void {
  const database = databases.get(table.databaseId);
  if (!database) reader.fail('databaseId', `names "${table.databaseId}", which is not in tablesDB`);
  for (const column of table.columns.values()) {
    if (column.kind === 'relationship' && !database.tables.has(column.relatedTable))
      reader.fail(
        'columns',
        `relate "${column.key}" to "${column.relatedTable}", which is no table of the same database`,
      );
  }
  for (const index of table.indexes.filter((one) => one.type === 'fulltext')) {
    const column = table.columns.get(index.columns[0] ?? '');
    if (column?.kind !== 'text' || column.array)
      reader.fail('indexes', `has the fulltext index "${index.key}" on a column that is no text`);
  }
}
