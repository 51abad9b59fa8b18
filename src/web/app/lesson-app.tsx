import { Lesson } from '../features/lesson/lesson.tsx';
import type { LessonState } from '../features/lesson/lesson-state.ts';
import { LanguageLink } from '../features/shell/language-link.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { I18nContext, i18nOf } from '../i18n/i18n-context.ts';
import { type Language, otherLanguage } from '../i18n/language.ts';
import { lessonHref } from '../page/lesson-href.ts';
import { PageContext } from '../page/page-facts.ts';
import { namingLanguage } from '../page/view.ts';

/** A page of a lesson: rendered by the server alone, no program takes it over. */
export function LessonApp({ lesson, language }: { lesson: LessonState; language: Language }) {
  const other = otherLanguage(language);
  const href = namingLanguage(lessonHref(lesson.reading, other), other);
  return (
    <PageContext value={lesson}>
      <I18nContext value={i18nOf(language)}>
        <Shell languageSwitch={<LanguageLink to={other} href={href} />}>
          <Lesson lesson={lesson} />
        </Shell>
      </I18nContext>
    </PageContext>
  );
}
