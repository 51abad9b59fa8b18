/** A block of a page's text. A heading or paragraph has one part; a list and lines have one for each item or line. */
export type TextBlock =
  | { kind: 'heading' | 'paragraph' | 'list' | 'lines'; parts: TextPart[] }
  /** Rows with the same number of cells. */
  | { kind: 'table'; rows: TextPart[][] };

/** A text and its offset in the text of the page. */
export interface TextPart {
  text: string;
  start: number;
}

/** Minimum length of a line that is a paragraph even without final punctuation, unless it is a list item or a table row. */
const MIN_PARAGRAPH_LENGTH = 70;

const listItem = /^(?:(?:[•▪◦●○■□–—*-]|\(?(?:[0-9٠-٩]{1,3}|[a-zأ-ي])[).\u2011-])\s+|[0-9٠-٩]{1,3}\t[^\t]*$)/u;
/** Separates the parts of a source, such as under a quotation: "Muslim 868 · on sermons". */
const sourceDot = / · /;
const sentenceEnd = /[.؟?!،,؛;:»”"﴾)\]…]\s*$/u;
const marks = /[\p{M}\u0640]/gu;

/**
 * Splits the text of a page into paragraphs, headings, lists, tables and separate lines. The PDF reader has joined the lines of
 * paragraphs, but not of poems and tables, and has separated the cells of a row by tabs.
 */
export function textBlocks(text: string): TextBlock[] {
  const lines = linesOf(text);
  const blocks: TextBlock[] = [];
  for (let at = 0; at < lines.length; ) {
    const rows = tableAt(lines, at);
    if (rows.length > 0) blocks.push({ kind: 'table', rows });
    else addLine(blocks, lines, at);
    at += rows.length || 1;
  }
  return blocks;
}

function addLine(blocks: TextBlock[], lines: readonly Line[], at: number): void {
  const { length = 0, ...part } = lines[at] ?? { text: '', start: 0 };
  const last = blocks.at(-1);
  // The last of several short lines is not a heading of the text that follows.
  const next = last?.kind === 'lines' ? undefined : lines[at + 1];
  const kind = kindOf(part.text, length, next);
  const isSeries = kind === 'list' || kind === 'lines';
  if (isSeries && last?.kind === kind) last.parts.push(part);
  else blocks.push({ kind, parts: [part] });
}

/** Returns the rows of the table that begins at a line; empty if there is none. A single row is not a table. */
function tableAt(lines: readonly Line[], at: number): TextPart[][] {
  const cellsAt = (index: number) => cellsOf(lines[index] ?? { text: '', start: 0 });
  const columns = cellsAt(at).length;
  if (columns < 2) return [];
  let end = at;
  while (cellsAt(end).length === columns) end++;
  return end - at < 2 ? [] : lines.slice(at, end).map(cellsOf);
}

function cellsOf({ text, start }: TextPart): TextPart[] {
  if (listItem.test(text)) return [];
  let at = start;
  return text.split('\t').map((cell) => {
    const part = { text: cell, start: at };
    at += cell.length + 1;
    return part;
  });
}

interface Line extends TextPart {
  /** Length of the text without vowel marks and tatweel. */
  length: number;
}

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split('\n').flatMap((line) => {
    const at = start;
    start += line.length + 1;
    return line.trim() === '' ? [] : [{ text: line, start: at, length: line.replace(marks, '').length }];
  });
}

function kindOf(text: string, length: number, next: Line | undefined): Exclude<TextBlock['kind'], 'table'> {
  if (listItem.test(text)) return 'list';
  if (length >= MIN_PARAGRAPH_LENGTH || sentenceEnd.test(text)) return 'paragraph';
  if (sourceDot.test(text)) return 'lines';
  return next && next.length >= MIN_PARAGRAPH_LENGTH && !listItem.test(next.text) ? 'heading' : 'lines';
}
