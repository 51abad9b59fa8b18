import type { ContentsEntry } from '#contract/lesson-outline.ts';
import { OwnerText } from '../../components/owner-text.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';
import { lessonHref, type Reading } from '../../page/lesson-href.ts';

/** Longer ones are opened by who wants them. */
const fewEntries = 12;
const deepest = 3;

/** The PDF's own table of contents. */
export function LessonContents({
  contents,
  reading,
}: {
  contents: readonly ContentsEntry[];
  reading: Reading;
}) {
  const { language, messages } = useI18n(lessonMessages);
  return (
    <nav aria-label={messages.contents}>
      <details className="lesson-contents" open={contents.length <= fewEntries}>
        <summary>{messages.contents}</summary>
        <ol>
          {contents.map(({ title, page, level }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves on a page that no program takes over.
            <li key={index} data-level={Math.min(level, deepest)}>
              <a
                href={`${lessonHref({ ...reading, page }, language)}#page`}
                aria-current={page === reading.page ? 'page' : undefined}
              >
                <OwnerText>{title}</OwnerText> <span className="text-muted">{page}</span>
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}
