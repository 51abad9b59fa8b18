import { createRequire } from 'node:module';
import type { OPDSFeed } from 'opds-feed-parser';

// A package in CommonJS, whose default export is one of several.
const { default: Parser } = createRequire(import.meta.url)('opds-feed-parser') as {
  default: new () => { parse(text: string): Promise<unknown> };
};

/** Parses a catalog page as a reading program does. */
export async function readOpds(text: string): Promise<OPDSFeed> {
  return (await new Parser().parse(text)) as OPDSFeed;
}
