import { Fragment, type ReactNode } from 'react';
import { directionOf, type Language } from '#contract/language.ts';
import { categoryNameIn, nameHalves } from '#text/category-names.ts';
import { directionOfText, languageRuns } from '#text/language-runs.ts';
import type { TextRange } from '#text/words.ts';
import { useI18n } from '../i18n/i18n-context.ts';

/** Returns the `lang` of an element with this text; undefined for the page's language, both languages, or no letters (WCAG 3.1.2). */
export function getLang(text: string, pageLanguage: Language): Language | undefined {
  const [run, ...otherRuns] = languageRuns(text);
  return run && otherRuns.length === 0 && run.language !== pageLanguage ? run.language : undefined;
}

interface LanguagePartsProps {
  text: string;
  /** Renders a part of the text that begins at `start`. */
  render?: (part: string, start: number) => ReactNode;
}

/** Matches parts that must not wrap: a word with the dash after it, and an Arabic name with its article, such as "al-Fatihah". */
const unbrokenPattern = /(\S+ [-–—](?= )|\b[Aa]\p{Ll}{1,2}-\p{L}[\p{L}\p{M}’ʿʾ]*)/u;

/** Renders a title that does not wrap inside `unbroken` parts. Its text is unchanged. */
function renderUnbroken(text: string): ReactNode {
  const parts = text.split(unbrokenPattern);
  if (parts.length === 1) return text;
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text do not move.
      <span key={index} className="unbroken">
        {part}
      </span>
    ),
  );
}

/** Renders a text whose parent element has the `lang` from `getLang`. In a bilingual text, parts in the other language get a `lang`. */
function LanguageParts({ text, render = renderUnbroken }: LanguagePartsProps) {
  const { language: pageLanguage } = useI18n();
  const runs = languageRuns(text);
  if (runs.length < 2) return render(text, 0);
  return runs.map(({ start, end, language }) => (
    <span key={start} lang={language === pageLanguage ? undefined : language}>
      {render(text.slice(start, end), start)}
    </span>
  ));
}

/**
 * Renders a title. The halves of a title such as "Fiqh – الفقه" take a line each. The dash stays in the text but is hidden, because it
 * would end the first line.
 */
export function TitleLines({ text, ranges = [] }: { text: string; ranges?: TextRange[] | undefined }) {
  const { language: pageLanguage } = useI18n();
  const halves = nameHalves(text);
  if (!halves)
    return (
      <LanguageParts text={text} render={(part, from) => renderMarks(part, from, ranges, renderUnbroken)} />
    );
  const [first, second] = halves;
  const renderLine = ({ start, end, language }: (typeof halves)[number]) => (
    <span
      className="title-line"
      dir={directionOf(language)}
      lang={language === pageLanguage ? undefined : language}
    >
      {renderMarks(text.slice(start, end), start, ranges, renderUnbroken)}
    </span>
  );
  return (
    <>
      {renderLine(first)}
      <span className="title-dash">{text.slice(first.end, second.start)}</span>
      {renderLine(second)}
    </>
  );
}

/**
 * Renders an owner's text inside a sentence: isolated, and with a `lang` if it is in the other language
 * (docs/rules.md#owners-texts, WCAG 3.1.2).
 */
export function OwnerText({ children }: { children: string }) {
  const { language } = useI18n();
  return (
    <bdi lang={getLang(children, language)}>
      <LanguageParts text={children} />
    </bdi>
  );
}

/** Renders a category's name inside a sentence: the half in the page's language, or the whole name if it has no halves. */
export function CategoryName({ children }: { children: string }) {
  const { language } = useI18n();
  return <OwnerText>{categoryNameIn(children, language)}</OwnerText>;
}

/** Matches a line, or a cell of a row, and the break before it: the PDF reader separates cells by tabs. */
const lineOrCell = /([\n\t]*)([^\n\t]+)/g;

interface MarkedTextProps {
  text: string;
  /** Ranges to mark, in order and without overlaps. */
  ranges: TextRange[];
  /** Where the text begins in the longer text to which the ranges belong. */
  start?: number;
}

/**
 * Renders a text with marks. A phrase in both languages is marked part by part. In a text in both languages, each line and cell has
 * the direction of its words.
 */
export function MarkedText({ text, ranges, start: textStart = 0 }: MarkedTextProps) {
  const { language } = useI18n();
  const renderPart = (part: string, start: number) => (
    <LanguageParts text={part} render={(run, from) => renderMarks(run, textStart + start + from, ranges)} />
  );
  const parts = [...text.matchAll(lineOrCell)];
  if (parts.length < 2 || languageRuns(text).length < 2) return renderPart(text, 0);
  // The breaks stay outside: at the end of a right-to-left part, a space would be on the wrong side.
  return parts.map(({ 1: gap = '', 2: part = '', index }) => (
    <Fragment key={index}>
      {gap}
      <bdi dir={directionOfText(part)} lang={getLang(part, language)}>
        {renderPart(part, index + gap.length)}
      </bdi>
    </Fragment>
  ));
}

/** Renders the passage of a page that a search found, in the direction of its text. */
export function PageQuote({
  quote: { text, marks },
  className = '',
}: {
  quote: { text: string; marks: TextRange[] };
  className?: string;
}) {
  const { language } = useI18n();
  return (
    <blockquote
      dir={directionOfText(text)}
      lang={getLang(text, language)}
      className={`${className} text-muted`.trim()}
    >
      <MarkedText text={text} ranges={marks} />
    </blockquote>
  );
}

/** Renders a part of a text, which begins at `from`, and marks the ranges of the text that are in this part. */
function renderMarks(
  part: string,
  from: number,
  ranges: TextRange[],
  render: (text: string) => ReactNode = (text) => text,
): ReactNode {
  const partRanges = ranges
    .map(({ start, end }) => ({ start: Math.max(start - from, 0), end: Math.min(end - from, part.length) }))
    .filter(({ start, end }) => start < end);
  if (partRanges.length === 0) return render(part);
  return [
    ...partRanges.flatMap(({ start, end }, index) => [
      <Fragment key={`before ${start}`}>{render(part.slice(partRanges[index - 1]?.end, start))}</Fragment>,
      <mark key={start}>{render(part.slice(start, end))}</mark>,
    ]),
    <Fragment key="rest">{render(part.slice(partRanges[partRanges.length - 1]?.end))}</Fragment>,
  ];
}
