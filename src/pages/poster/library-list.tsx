import type { Language } from '#contract/language.ts';
import { langOf, TitleLines } from '#web/components/owner-text.tsx';
import { useI18n } from '#web/i18n/i18n-context.ts';
import type { QrCode } from '../qr-code.server.ts';
import { posterMessages } from './messages.ts';
import { InBoth, Owner, PosterBar, PosterChoice } from './poster.tsx';

/** State of the sheet that lists the whole library. */
export interface LibraryListState {
  name: Record<Language, string>;
  center: Record<Language, string>;
  address: string;
  /** The beginning of the addresses that codes complete; absent if there are no codes. */
  codesAt?: string | undefined;
  code: QrCode;
  categories: {
    id: string;
    name: string;
    lessons: { id: string; title: string; code?: string | undefined }[];
  }[];
  /** Number of lessons that are not listed. */
  more: number;
  hrefs: { back: string; other: string };
}

/** All lessons by category, on as many sheets as they need, each with a code to type. */
export function LibraryList({ list }: { list: LibraryListState }) {
  const { language, messages } = useI18n(posterMessages);
  const { name, center, address, codesAt, code, categories, more, hrefs } = list;
  return (
    <>
      <PosterBar
        links={[{ href: hrefs.back, name: messages.back }]}
        hint={messages.paper}
        other={hrefs.other}
      >
        <PosterChoice id="poster-both" checked>
          {messages.both}
        </PosterChoice>
      </PosterBar>
      <main id="main" className="library-list">
        <header>
          <div>
            <p className="library-list-owner">
              <Owner name={name[language]} center={center[language]} />
            </p>
            <h1 className="display">
              <InBoth>{(each) => posterMessages[each].library}</InBoth>
            </h1>
            {codesAt !== undefined && (
              <p>
                <InBoth>{(each) => posterMessages[each].codes(`\u2066${codesAt}\u2069`)}</InBoth>
              </p>
            )}
          </div>
          <p className="library-list-door">
            <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={address}>
              <path d={code.path} />
            </svg>
            <bdi>{address}</bdi>
          </p>
        </header>
        <div className="library-list-columns">
          {categories.map(({ id, name: category, lessons }) => (
            <section key={id} aria-labelledby={`list-${id}`}>
              <h2 id={`list-${id}`} className="display" lang={langOf(category, language)}>
                <TitleLines text={category} />
              </h2>
              <ul>
                {lessons.map((lesson) => (
                  <li key={lesson.id}>
                    <span dir="auto" lang={langOf(lesson.title, language)}>
                      <TitleLines text={lesson.title} />
                    </span>{' '}
                    {lesson.code !== undefined && <bdi className="library-list-code">{lesson.code}</bdi>}
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        {more > 0 && <p>{messages.more(more)}</p>}
      </main>
    </>
  );
}
