import { catalogues } from '#web/i18n/catalogues.ts';
import type { Language } from '#web/i18n/language.ts';
import type { SiteContent } from '#web/page/site-content.ts';

/** What the site says of itself to other programs, in one language. */
export interface SiteFacts {
  name: string;
  center: string;
  description: string;
}

export function siteFacts({ preacherName, centerName }: SiteContent, language: Language): SiteFacts {
  const [name, center] = [preacherName[language], centerName[language]];
  return { name, center, description: catalogues[language].metaDescription(name, center) };
}
