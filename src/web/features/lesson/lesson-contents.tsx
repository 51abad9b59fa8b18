import type { ContentsEntry } from '#contract/lesson-outline.ts';
import { OwnerText } from '../../components/owner-text.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';
import { lessonHref, type Reading } from '../../page/lesson-href.ts';

/** Longer ones are opened by who wants them. */
const fewEntries = 12;
/** Where a line begins, by how deep it stands. */
const indents = [undefined, 'ps-4', 'ps-8', 'ps-12'];

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
      <details open={contents.length <= fewEntries}>
        <summary>{messages.contents}</summary>
        <ol className="ruled list-none">
          {contents.map(({ title, page, level }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing moves on a page that no program takes over.
            <li key={index} className={indents[Math.min(level, indents.length - 1)]}>
              <a
                href={`${lessonHref({ ...reading, page }, language)}#page`}
                aria-current={page === reading.page ? 'page' : undefined}
                className="lesson-entry flex justify-between gap-4 py-[0.6rem] pe-1"
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
