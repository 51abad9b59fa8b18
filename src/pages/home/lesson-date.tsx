import { datesOf } from '#web/i18n/dates.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { usePage } from '#web/page/page-facts.ts';

/** The day a lesson was added. The stylesheet shows its second date if there is room. */
export function LessonDate({ iso }: { iso: string }) {
  const { language } = useI18n();
  const { hijriOffset = 0 } = usePage();
  const dates = datesOf(iso, language, hijriOffset);
  if (!dates) return null;
  // Browsers may name a calendar differently than the server.
  return (
    <time dateTime={iso} className="lesson-date">
      <span suppressHydrationWarning>{dates[0]}</span> <span suppressHydrationWarning>{dates[1]}</span>
    </time>
  );
}
