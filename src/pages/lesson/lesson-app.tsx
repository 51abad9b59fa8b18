import type { ReactNode } from 'react';
import { type Language, otherLanguage } from '#contract/language.ts';
import { namingLanguage } from '#contract/urls.ts';
import { LanguageContext } from '#web/i18n/i18n-context.ts';
import { PageContext, type PageFacts } from '#web/page/page-facts.ts';
import { LanguageLink } from '#web/shell/language-link.tsx';
import { Shell } from '#web/shell/shell.tsx';

interface LessonAppProps {
  page: PageFacts;
  /** Its own address in each language. */
  href: (language: Language) => string;
  language: Language;
  children: ReactNode;
}

/** A page of a lesson: rendered on the server and never hydrated. */
export function LessonApp({ page, href, language, children }: LessonAppProps) {
  const other = otherLanguage(language);
  return (
    <PageContext value={page}>
      <LanguageContext value={language}>
        <Shell languageSwitch={<LanguageLink to={other} href={namingLanguage(href(other), other)} />}>
          {children}
        </Shell>
      </LanguageContext>
    </PageContext>
  );
}
