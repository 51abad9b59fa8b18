import { gregorianDate, hijriDate } from '#web/i18n/dates.ts';
import { useI18n } from '#web/i18n/i18n-context.ts';
import { usePage } from '#web/page/page-facts.ts';

/**
 * The day a lesson was added; on Arabic pages the Hijri date comes first. The stylesheet shows the second one if there is room.
 */
export function LessonDate({ iso }: { iso: string }) {
  const { language } = useI18n();
  const { hijriOffset = 0 } = usePage();
  const dates = [gregorianDate(iso, language), hijriDate(iso, language, hijriOffset)];
  const [first, second] = language === 'ar' ? dates.reverse() : dates;
  if (first === undefined) return null;
  // Browsers may name a calendar differently than the server.
  return (
    <time dateTime={iso} className="lesson-date">
      <span suppressHydrationWarning>{first}</span> <span suppressHydrationWarning>{second}</span>
    </time>
  );
}
