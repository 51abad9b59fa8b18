import { useI18n } from '../../i18n/i18n-context.ts';
import { ForEachSize } from './for-size.tsx';
import { shownRange } from './paging.ts';
import { textHitsSlot } from './text-hits-slot.ts';
import type { NumberedPage } from './use-files.ts';

/**
 * The range summary, or that nothing was found. One status region that is always there, so that a screen
 * reader says its new text after each choice (WCAG 4.1.3).
 */
export function FilesStatus({ pages, className }: { pages: NumberedPage[]; className: string }) {
  const { language, messages } = useI18n();
  const texts = pages[0]?.texts;
  const summary = ({ page, itemsPerPage, rows, total, atLeast = false }: NumberedPage) => {
    if (total === 0) return messages.noFiles;
    return texts?.isWhole
      ? ''
      : messages.range({ ...shownRange(page, itemsPerPage, rows.length), total, atLeast });
  };
  return (
    <div role="status" className={className}>
      <ForEachSize pages={pages} by={summary}>
        {summary}
      </ForEachSize>
      {texts && <span className="sr-only"> {textHitsSlot.summary?.(texts, language)}</span>}
    </div>
  );
}
