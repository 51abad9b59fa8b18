import { memo } from 'react';
import type { TextRange } from '#text/words.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { listForBothSizes } from '#web/library/files-page.ts';
import type { ListedFiles } from '#web/library/library-api.ts';
import { FileCard } from './file-card.tsx';
import { sizeClass } from './for-size.tsx';

/** Skeletons shown while files load (docs/rules.md#the-library-on-a-page). */
const skeletonCount = 6;

const grid = 'grid gap-4.5 md:grid-cols-2 xl:grid-cols-3';

/** Renders again only for other pages, not while the response to a choice is pending. */
export const FileGrid = memo(function FileGrid({ pages }: { pages: ListedFiles[] }) {
  const [first, second = first] = pages;
  const listed = first && second ? listForBothSizes(first, second) : [];
  const marks = Object.assign({}, ...pages.map((page) => page.marks)) as Record<string, TextRange[]>;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without bullets for none.
    <ul role="list" className={grid}>
      {listed.map(({ file, only }) => (
        <li key={file.$id} className={sizeClass(only)}>
          <FileCard file={file} marks={marks[file.$id]} />
        </li>
      ))}
    </ul>
  );
});

/** Books without titles yet. */
export function FileSkeletons() {
  const { messages } = useI18n();
  return (
    <div className={grid}>
      <span className="sr-only">{messages.loading}</span>
      {Array.from({ length: skeletonCount }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never move.
        <div key={index} className="card" data-slot="file-skeleton" aria-hidden="true">
          <span className="cover skeleton" />
          <div className="flex flex-col">
            <span className="skeleton mt-1 h-4 w-11/12 rounded" />
            <span className="skeleton mt-2.5 h-4 w-3/5 rounded" />
            <span className="skeleton mt-auto h-3 w-2/5 rounded" />
          </div>
        </div>
      ))}
    </div>
  );
}
