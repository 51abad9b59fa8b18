import { ArchNotice } from '../../components/arch-notice.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { lessonMessages } from '../../i18n/lesson-messages.ts';

/** In place of a lesson while the backend does not answer. */
export function LessonAway({ href }: { href: string }) {
  const { language, messages } = useI18n();
  const { awayHeading, awayText } = lessonMessages[language];
  return <ArchNotice heading={awayHeading} text={awayText} href={href} back={messages.retry} />;
}
