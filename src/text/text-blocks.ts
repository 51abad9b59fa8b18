/** A block of a page's text. */
export interface TextBlock {
  kind: 'heading' | 'paragraph' | 'list' | 'lines';
  /** One text for a heading or paragraph; one for each item of a list or each line. */
  parts: TextPart[];
}

/** A text and its offset in the text of the page. */
export interface TextPart {
  text: string;
  start: number;
}

/** Letters of a text that is surely a paragraph; shorter ones may be headings, lines of a poem or rows of a table. */
const MIN_PARAGRAPH_LENGTH = 70;

const item = /^(?:[•▪◦●○■□–—*-]|\(?(?:[0-9٠-٩]{1,3}|[a-zأ-ي])[).\u2011-])\s+/u;
/** Between the parts of a source, such as under a quotation: "Muslim 868 · on sermons". */
const sourceDot = / · /;
const sentenceEnd = /[.؟?!،,؛;:»”"﴾)\]…]\s*$/u;
const marks = /[\p{M}\u0640]/gu;

/**
 * Splits the text of a page into paragraphs, headings, lists and separate lines. The reader has joined the lines of each
 * paragraph but not those of poems and tables.
 */
export function textBlocks(text: string): TextBlock[] {
  const lines = linesOf(text);
  const blocks: TextBlock[] = [];
  for (const [at, { length, ...part }] of lines.entries()) {
    const last = blocks.at(-1);
    // The last of several short lines is not a heading of the text that follows.
    const next = last?.kind === 'lines' ? undefined : lines[at + 1];
    const kind = kindOf(part.text, length, next);
    const isSeries = kind === 'list' || kind === 'lines';
    if (isSeries && last?.kind === kind) last.parts.push(part);
    else blocks.push({ kind, parts: [part] });
  }
  return blocks;
}

interface Line extends TextPart {
  /** Letters and spaces, without vowels and strokes. */
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

function kindOf(text: string, length: number, next: Line | undefined): TextBlock['kind'] {
  if (item.test(text)) return 'list';
  if (length >= MIN_PARAGRAPH_LENGTH || sentenceEnd.test(text)) return 'paragraph';
  if (sourceDot.test(text)) return 'lines';
  return next && next.length >= MIN_PARAGRAPH_LENGTH && !item.test(next.text) ? 'heading' : 'lines';
}
