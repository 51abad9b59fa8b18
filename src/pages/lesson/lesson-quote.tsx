import { defaultLanguage, isolate, type Language } from '#contract/language.ts';
import {
  lessonHref,
  lessonPagePath,
  lessonViewHref,
  MAX_QUOTED_LINES,
  type Quote,
  quotePath,
} from '#contract/urls.ts';
import { directionOfText } from '#text/language-runs.ts';
import { Icon } from '#web/components/drawings.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { usePage } from '#web/page/page-facts.ts';
import type { LessonState } from './load.server.ts';
import { lessonMessages } from './messages.ts';

/** Maximum number of characters of a line that a select box shows. */
const MAX_OPTION_LENGTH = 48;

/** Quotes lines of the page as text with its source, and as a picture cut from the page. */
export function LessonQuote({ lesson }: { lesson: LessonState }) {
  const { language, messages } = useI18n(lessonMessages);
  const { view, text, lines = [] } = lesson;
  if (text === undefined) return null;
  if (!view.quote)
    return (
      <p>
        <a
          href={`${lessonViewHref({ ...view, quote: { first: 1, last: 1 } }, language)}#quote`}
          className="text-link"
        >
          {messages.quote}
        </a>
      </p>
    );
  const { first } = view.quote;
  const last = Math.min(view.quote.last, lines.length);
  const renderLineSelect = (name: 'from' | 'to', label: string, chosenLine: number) => (
    <label className="grid min-w-0 gap-1">
      {label}
      <span className="field min-w-0">
        <select name={name} defaultValue={chosenLine} className="field-select">
          {lines.map((line, index) => (
            // In its own direction, a line that is too long is cut at its end. A line is identified by its number.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above.
            <option key={index} value={index + 1} dir={directionOfText(line.text)}>
              {`${index + 1}. ${isolate(truncateLine(line.text))}`}
            </option>
          ))}
        </select>
        <Icon name="chevron" className="field-chevron size-4" />
      </span>
    </label>
  );
  return (
    <section id="quote" tabIndex={-1} aria-labelledby="quote-heading" className="lesson-quote grid gap-3">
      <h2 id="quote-heading" className="lesson-heading">
        {messages.quote}
      </h2>
      {lines.length === 0 ? (
        <p className="text-muted">{messages.linesNotLoaded}</p>
      ) : (
        <>
          <form action={`${lessonPagePath(view.id, view.page)}#quote`} className="grid gap-3">
            {language !== defaultLanguage && <input type="hidden" name="lang" value={language} />}
            {renderLineSelect('from', messages.quoteFrom, first)}
            {renderLineSelect('to', messages.quoteTo, last)}
            <p className="text-sm text-muted">{messages.quoteBound(MAX_QUOTED_LINES)}</p>
            <button type="submit" className="button button-ghost">
              {messages.showQuote}
            </button>
          </form>
          <Quotation lesson={lesson} quote={{ first, last }} />
        </>
      )}
    </section>
  );
}

function Quotation({ lesson, quote }: { lesson: LessonState; quote: Quote }) {
  const { language, messages } = useI18n(lessonMessages);
  const { origin } = usePage();
  const { view, file, lines = [], title, site } = lesson;
  const { first, last } = quote;
  const quotedText = lines
    .slice(first - 1, last)
    .map(({ text }) => text)
    .join(' ');
  const isArabic = directionOfText(quotedText) === 'rtl';
  const quoteLanguage: Language = isArabic ? 'ar' : 'en';
  const address = origin + lessonHref({ id: view.id, page: view.page, search: '' }, quoteLanguage);
  const source = lessonMessages[quoteLanguage].source(title, view.page, site.preacherName[quoteLanguage]);
  const picture = quotePath(view.id, view.page, quote, file.fileId, language);
  const text = isArabic ? `«${quotedText}»\n${source}\n${address}` : `“${quotedText}”\n${source}\n${address}`;
  return (
    <>
      <textarea
        readOnly
        rows={6}
        dir={isArabic ? 'rtl' : 'ltr'}
        lang={quoteLanguage}
        aria-label={messages.quote}
        className="field-sizing-content min-h-30 w-full rounded-xl border border-line bg-card p-3 text-[max(1rem,16px)]/[1.8]"
        value={text}
      />
      <button type="button" className="button button-ghost js-only" data-copy>
        {messages.copyQuote}
      </button>
      <p role="status" data-copied={messages.quoteCopied} data-not-copied={messages.quoteNotCopied} />
      <a href={picture} download={`${title}.jpg`} className="block">
        <img
          src={picture}
          alt={messages.quotePicture(first, last, view.page)}
          loading="lazy"
          // Reserves some space until the picture has loaded.
          className="aspect-[auto_3/1] w-full rounded-xl border border-line"
        />
      </a>
    </>
  );
}

function truncateLine(text: string): string {
  const characters = Array.from(text);
  return characters.length > MAX_OPTION_LENGTH ? `${characters.slice(0, MAX_OPTION_LENGTH).join('')}…` : text;
}
