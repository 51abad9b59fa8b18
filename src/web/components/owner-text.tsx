import { useI18n } from '../i18n/i18n-context.ts';
import { languageOfText } from '../i18n/language.ts';

/** A text of the owner inside a sentence: isolated, and marked when it is in the other language (rules B2, B5). */
export function OwnerText({ children }: { children: string }) {
  const { language } = useI18n();
  const own = languageOfText(children);
  return <bdi lang={own === language ? undefined : own}>{children}</bdi>;
}
