import { readSchema } from '#backend/schema-file.ts';
import { type Target, tableOn } from '../catalogue/target.ts';
import { schemaPath } from '../open-target.ts';
import type { Options } from '../options.ts';

/** A table that is copied whole. */
export interface CopiedTable {
  /** As `appwrite.config.json` names it, and as a backup does. */
  name: string;
  /** Where it is on a target: the tables the site knows may have other ids there. */
  idOn(target: Target): string;
  columns: string[];
  relationships: string[];
}

/** What is read from the PDFs themselves is made anew: it may be larger than all the rest. */
const isMade = ({ id }: { id: string }) => id === 'pages';

/** Every table of the schema, those that others point to first. A table or column added there is copied without further ado. */
export function tableList(options: Options): CopiedTable[] {
  const [database] = readSchema(schemaPath(options)).databases.values();
  const copied = [...(database?.tables.values() ?? [])].filter((table) => !isMade(table));
  const tables = copied.map((table): CopiedTable => {
    const columns = [...table.columns.values()];
    return {
      name: table.id,
      idOn: (target) => tableOn(target, table.id),
      columns: columns.map(({ key }) => key),
      relationships: columns.filter(({ kind }) => kind === 'relationship').map(({ key }) => key),
    };
  });
  return tables.sort((a, b) => a.relationships.length - b.relationships.length);
}
