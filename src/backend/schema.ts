/** The project as `appwrite.config.json` describes it: what exists, for whom. `toSchema` reads it. */
export interface Schema {
  readonly projectId: string;
  readonly databases: ReadonlyMap<string, DatabaseSchema>;
  readonly buckets: ReadonlyMap<string, BucketSchema>;
}
export interface DatabaseSchema {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly tables: ReadonlyMap<string, TableSchema>;
}
export interface TableSchema {
  readonly id: string;
  readonly databaseId: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly rowSecurity: boolean;
  readonly permissions: readonly string[];
  /** In the order of the file, which decides the column an error names first. */
  readonly columns: ReadonlyMap<string, Column>;
  readonly indexes: readonly Index[];
}

export interface ColumnBase {
  readonly key: string;
  readonly required: boolean;
  readonly array: boolean;
  readonly default: string | number | boolean | null;
}
export interface TextColumn extends ColumnBase {
  readonly kind: 'text';
  /** Characters allowed. */
  readonly size: number;
  readonly format: 'plain' | 'email' | 'url' | 'ip' | 'enum';
  readonly elements: readonly string[];
}
export interface NumberColumn extends ColumnBase {
  readonly kind: 'integer' | 'float';
  readonly min: number | null;
  readonly max: number | null;
}
export interface PlainColumn extends ColumnBase {
  readonly kind: 'boolean' | 'datetime';
}
/** One-way, to one row: the column holds the id of a row of `relatedTable` in the same database. */
export interface RelationshipColumn extends ColumnBase {
  readonly kind: 'relationship';
  readonly relatedTable: string;
  readonly onDelete: 'restrict' | 'setNull' | 'cascade';
}
export type Column = TextColumn | NumberColumn | PlainColumn | RelationshipColumn;

export interface Index {
  readonly key: string;
  readonly type: 'key' | 'unique' | 'fulltext';
  readonly columns: readonly string[];
  readonly orders: readonly ('ASC' | 'DESC')[];
}

export interface BucketSchema {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly fileSecurity: boolean;
  readonly permissions: readonly string[];
  /** Bytes. */
  readonly maximumFileSize: number;
  /** Lower case, without the dot; empty means any. */
  readonly allowedFileExtensions: readonly string[];
  readonly compression: string;
  readonly encryption: boolean;
  readonly antivirus: boolean;
  readonly transformations: boolean;
}

/** The relationship columns of a table. */
export function relationships(table: TableSchema): RelationshipColumn[] {
  return [...table.columns.values()].filter((column) => column.kind === 'relationship');
}

/** Whether a column holds texts of a page or more. */
export function isLongText(column: Column | undefined): boolean {
  return column?.kind === 'text' && column.size > 10_000;
}

/** Every table of every database. */
export function allTables(schema: Schema): TableSchema[] {
  return [...schema.databases.values()].flatMap((database) => [...database.tables.values()]);
}
