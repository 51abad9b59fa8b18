import { directionOf, type Language } from '#contract/language.ts';
import {
  firstPageOfText,
  type LessonView,
  lessonHref,
  PAGES_PER_TEXT,
  textHref,
  textSizes,
} from '#contract/urls.ts';
import { directionOfText } from '#text/language-runs.ts';
import { markedRanges } from '#text/page-matches.ts';
import { type TextBlock, type TextPart, textBlocks } from '#text/text-blocks.ts';
import type { TextRange } from '#text/words.ts';
import { getLang, MarkedText } from '#web/components/owner-text.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';

import type { LessonState, TextPage } from './load.server.ts';
import { lessonMessages } from './messages.ts';
import { PagePicture } from './page-picture.tsx';

/** Shows the text of a lesson, or one part of a long text; on wide screens next to a picture of the current page. */
export function LessonText({ lesson, texts }: { lesson: LessonState; texts: readonly TextPage[] }) {
  const { language, messages } = useI18n(lessonMessages);
  const { view, pages = texts.length, pageSize } = lesson;
  const { size = 100 } = view;
  const first = firstPageOfText(view.page);
  const nextPart = first + PAGES_PER_TEXT;
  const renderPartLink = (page: number, name: string) => (
    <p className="my-4">
      <a href={textHref({ ...view, page }, language)} className="text-link">
        {name}
      </a>
    </p>
  );
  return (
    <div className="text-and-page">
      {pageSize && (
        <div id="first-view" className="side-page" data-side-page>
          <PagePicture lesson={lesson} pages={pages} size={pageSize} isNextToText />
        </div>
      )}
      <div className={`lesson-text text-size-${size}`} data-sizes={textSizes.join(' ')}>
        <p className="text-sm text-muted print:hidden">{messages.textSource}</p>
        {first > 1 && renderPartLink(first - 1, messages.earlierText)}
        {texts.map((page) => (
          <PageOfText key={page.page} page={page} view={view} terms={lesson.terms} />
        ))}
        {nextPart <= pages && renderPartLink(nextPart, messages.laterText)}
      </div>
      <p className="text-position" aria-hidden="true" data-of={messages.pageOf(0, pages)} hidden>
        <span />
      </p>
    </div>
  );
}

/** Links to the text in the next larger and smaller size. The client bundle changes the size in place and stores it. */
export function SizeLinks({ view }: { view: LessonView }) {
  const { language, messages } = useI18n(lessonMessages);
  const sizeIndex = textSizes.indexOf(view.size ?? 100);
  const renderLink = (step: 1 | -1) => {
    const size = textSizes[sizeIndex + step];
    const [name, symbol] = step === 1 ? [messages.larger, 'A+'] : [messages.smaller, 'A−'];
    return (
      <a
        href={size && `${lessonHref({ ...view, size }, language)}#page`}
        data-size={step}
        className="button button-ghost px-3"
      >
        <bdi>{symbol}</bdi> <span className="sr-only">{name}</span>
      </a>
    );
  };
  return (
    <span className="flex gap-2">
      {renderLink(-1)} {renderLink(1)}
    </span>
  );
}

function PageOfText({
  page,
  view,
  terms,
}: {
  page: TextPage;
  view: LessonView;
  terms: LessonState['terms'];
}) {
  const { language, messages } = useI18n(lessonMessages);
  const { page: number, text } = page;
  const marks = text === undefined ? [] : markedRanges(text, terms);
  const picture = { ...view, page: number, as: undefined, size: undefined };
  return (
    <section id={`page-${number}`} aria-label={messages.pageNumber(number)} className="page-of-text">
      <p className="page-rule">
        <a href={`${lessonHref(picture, language)}#page`} className="text-link" data-picture>
          {messages.pageNumber(number)}
        </a>
      </p>
      {text === undefined ? (
        <p className="text-muted">{messages.onlyPicture}</p>
      ) : (
        textBlocks(text).map((block) => (
          <Block key={listParts(block)[0]?.start} block={block} marks={marks} language={language} />
        ))
      )}
    </section>
  );
}

const listParts = (block: TextBlock): TextPart[] =>
  block.kind === 'table' ? block.rows.flat() : block.parts;

/** Renders a block in the direction and language of its text; in the direction of the interface if it has no letters. */
function Block({ block, marks, language }: { block: TextBlock; marks: TextRange[]; language: Language }) {
  const { messages } = useI18n(lessonMessages);
  const parts = listParts(block);
  const blockText = parts.map(({ text }) => text).join(' ');
  const blockDirection = directionOfText(blockText);
  const attributes = {
    dir: blockDirection === 'auto' ? directionOf(language) : blockDirection,
    lang: getLang(blockText, language),
  };
  /** The `lang` of a cell or item in a block of both languages. */
  const langOf = ({ text }: TextPart) => (attributes.lang ? undefined : getLang(text, language));
  const renderPart = ({ text, start }: TextPart) => (
    <MarkedText key={start} text={text} start={start} ranges={marks} />
  );
  if (block.kind === 'table')
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a wide table
      <figure className="text-table" aria-label={messages.table} tabIndex={0} dir={attributes.dir}>
        <table lang={attributes.lang}>
          <tbody>
            {block.rows.map((row) => (
              <tr key={row[0]?.start}>
                {row.map((part) => (
                  <td key={part.start} dir={directionOfText(part.text)} lang={langOf(part)}>
                    {renderPart(part)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </figure>
    );
  const { kind } = block;
  if (kind === 'heading') return <h2 {...attributes}>{parts.map(renderPart)}</h2>;
  // Screen readers would announce a single line as a list of one item.
  const isLine = kind === 'lines' && parts.length === 1;
  if (kind === 'paragraph' || isLine) return <p {...attributes}>{parts.map(renderPart)}</p>;
  return (
    <ul {...attributes} className={kind === 'list' ? 'text-items' : 'text-lines'}>
      {parts.map((part) => {
        const direction = directionOfText(part.text);
        return (
          <li
            key={part.start}
            dir={direction === 'auto' || direction === attributes.dir ? undefined : direction}
            lang={langOf(part)}
          >
            {renderPart(part)}
          </li>
        );
      })}
    </ul>
  );
}
