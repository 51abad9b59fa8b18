import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';
import { posterMessages } from '../../i18n/poster-messages.ts';
import { feedHref } from '../../page/feed-href.ts';
import { posterHref } from '../../page/poster-href.ts';

/** How to hear of what is new in a category: by its feed, and by its poster on a notice board. */
export function CategoryNews({ categoryId }: { categoryId: string }) {
  const { language } = useI18n();
  return (
    <p className="flex flex-wrap gap-x-6 gap-y-2">
      <a href={feedHref(categoryId, language)} type="application/atom+xml" className="text-link">
        {lessonMessages[language].feed}
      </a>
      <a href={posterHref({ kind: 'category', id: categoryId }, language)} className="text-link">
        {posterMessages[language].ofCategory}
      </a>
    </p>
  );
}
