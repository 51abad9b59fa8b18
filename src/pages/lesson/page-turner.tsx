import { defaultLanguage, directionOf } from '#contract/language.ts';
import { lessonHref, lessonPagePath } from '#contract/urls.ts';
import { Icon } from '#web/components/icon.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import type { LessonState } from './lesson-state.ts';
import { lessonMessages } from './messages.ts';

interface PageTurnerProps {
  lesson: LessonState;
  pages: number;
  label: string;
  /** Whether it also goes to any page. */
  hasField?: boolean;
}

/** They wrap only where text is far larger than usual. */
const row = 'flex flex-wrap items-center justify-center gap-2';

/** The pages before and after, on the sides where the lesson has them. */
export function PageTurner({ lesson: { reading, direction }, pages, label, hasField }: PageTurnerProps) {
  const { language, messages } = useI18n(lessonMessages);
  const ownDirection = directionOf(language);
  const link = (step: 1 | -1) => {
    const page = reading.page + step;
    const isNext = step === 1;
    const className = `button button-ghost ${isNext ? 'flex-row-reverse' : ''}`;
    const content = (
      <>
        <Icon name={isNext ? 'next' : 'previous'} />
        <span className="turner-name" dir={ownDirection}>
          {isNext ? messages.next : messages.previous}
        </span>
      </>
    );
    if (page < 1 || page > pages)
      return (
        <span
          className={`${className} pointer-events-none text-muted [border-color:var(--line)]`}
          aria-hidden="true"
        >
          {content}
        </span>
      );
    const href = `${lessonHref({ ...reading, page }, language)}#page`;
    return (
      <a href={href} rel={isNext ? 'next' : 'prev'} className={className}>
        {content}
      </a>
    );
  };
  return (
    <nav
      aria-label={label}
      dir={direction}
      className="turner my-3 flex flex-wrap items-center justify-between gap-[0.6rem] print:hidden"
    >
      {link(-1)}{' '}
      {hasField ? (
        <form
          action={`${lessonPagePath(reading.id)}#page`}
          dir={ownDirection}
          className={`${row} flex-[1_1_8rem]`}
        >
          {language !== defaultLanguage && <input type="hidden" name="lang" value={language} />}
          {reading.search !== '' && <input type="hidden" name="search" value={reading.search} />}
          <label className={row}>
            <span className="turner-name">{messages.goTo}</span>{' '}
            <input
              type="number"
              name="page"
              min={1}
              max={pages}
              required
              defaultValue={reading.page}
              className="field w-19 px-3 text-center text-[max(1rem,16px)] max-[22rem]:w-14 max-[22rem]:px-1"
            />
          </label>{' '}
          <span>{messages.of(pages)}</span>{' '}
          <button type="submit" className="button button-ghost max-[22rem]:px-2">
            {messages.go}
          </button>
        </form>
      ) : (
        <span dir={ownDirection} className="turner-place text-muted">
          {messages.pageOf(reading.page, pages)}
        </span>
      )}{' '}
      {link(1)}
    </nav>
  );
}
