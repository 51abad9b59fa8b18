import { useI18n } from '../i18n/i18n-context.ts';
import { LanguageParts, langOf } from './language-parts.tsx';

/** A text of the owner inside a sentence: isolated, and marked where it is in the other language (docs/rules.md#owners-texts, WCAG 3.1.2). */
export function OwnerText({ children }: { children: string }) {
  const { language } = useI18n();
  return (
    <bdi lang={langOf(children, language)}>
      <LanguageParts text={children} />
    </bdi>
  );
}
