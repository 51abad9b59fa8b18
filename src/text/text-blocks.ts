/** A part of a page's text as it is set: the lines of a paragraph are joined, those of `lines` stay apart. */
export interface TextBlock {
  kind: 'heading' | 'paragraph' | 'list' | 'lines' | 'table';
  /** One text for a heading or paragraph; else one for each item, line or row. */
  parts: TextPart[];
}

/** A text, and where it begins in the text of the page: a joined text has one character for each of the page's. */
export interface TextPart {
  text: string;
  start: number;
}

/** No printed line is longer: such a line is a paragraph that was joined already. */
const MAX_LINE_LENGTH = 180;
/** Shares of the longest line: a longer line is full, and a shorter one can be a heading. */
const FULL_SHARE = 0.8;
const HEADING_SHARE = 0.65;
/** Shorter pages say nothing about the width of a line. */
const MIN_FULL_LENGTH = 30;

const item = /^(?:[•▪◦●○■□–—*-]|\(?(?:[0-9٠-٩]{1,3}|[a-zأ-ي])[).\u2011-])\s+/u;
const sentenceEnd = /[.؟?!،,؛;:»”"﴾)\]…]\s*$/u;
const marks = /[\p{M}\u0640]/gu;

/**
 * Sets the text of a page, line by line, as paragraphs, headings, lists, tables and separate lines. A line that fills its width goes
 * on in the next one; the lines of a poem or of short items do not.
 */
export function textBlocks(text: string): TextBlock[] {
  const lines = linesOf(text);
  const full = fullLength(lines);
  const isFull = ({ length }: Line) => length >= full && length <= MAX_LINE_LENGTH;
  const blocks: TextBlock[] = [];
  let open: Line[] = [];
  const close = () => {
    const [first] = open;
    if (first) append(blocks, item.test(first.text) ? 'list' : 'paragraph', joined(open));
    open = [];
  };
  for (const [at, line] of lines.entries()) {
    const [previous, next] = [lines[at - 1], lines[at + 1]];
    const isNew = !previous || !isFull(previous) || item.test(line.text) || line.text.includes('\t');
    if (isNew) close();
    if (!isNew) {
      open.push(line);
      continue;
    }
    const isOfSeries = blocks.at(-1)?.kind === 'lines' && open.length === 0;
    const kind = kindOf(line, isOfSeries ? undefined : next, full);
    if (kind === 'paragraph' || kind === 'list') open.push(line);
    else append(blocks, kind, line);
  }
  close();
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

/** The length from which a line counts as full: a share of the longest but one, which may be an exception. */
function fullLength(lines: readonly Line[]): number {
  const lengths = lines
    .map(({ length }) => length)
    .filter((length) => length <= MAX_LINE_LENGTH)
    .sort((one, other) => other - one);
  return Math.max(MIN_FULL_LENGTH, FULL_SHARE * (lengths[1] ?? lengths[0] ?? 0));
}

function kindOf(line: Line, next: Line | undefined, full: number): TextBlock['kind'] {
  if (line.text.includes('\t')) return 'table';
  const isShort = line.length < full;
  if (item.test(line.text)) return 'list';
  if (!isShort) return 'paragraph';
  const goesOn = next !== undefined && next.length >= full;
  if (goesOn && line.length < (HEADING_SHARE / FULL_SHARE) * full && !sentenceEnd.test(line.text))
    return 'heading';
  return sentenceEnd.test(line.text) ? 'paragraph' : 'lines';
}

function joined(lines: readonly Line[]): TextPart {
  return { text: lines.map(({ text }) => text).join(' '), start: lines[0]?.start ?? 0 };
}

/** Adds a line to the block before it, if that is of the same kind. */
function append(blocks: TextBlock[], kind: TextBlock['kind'], { text, start }: TextPart): void {
  const last = blocks.at(-1);
  if (last?.kind === kind && kind !== 'heading' && kind !== 'paragraph') last.parts.push({ text, start });
  else blocks.push({ kind, parts: [{ text, start }] });
}
