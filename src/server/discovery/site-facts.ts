import type { LibraryFile } from '#contract/rows.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import type { Language } from '#web/i18n/language.ts';
import { fileTitle } from '#web/page/file-title.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { type ShareCard, shareCard } from './share-card.ts';

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

/** What the pictures of the library, of a category and of a lesson say. */
export function libraryCard({ heroTitle, preacherName }: SiteContent, language: Language): ShareCard {
  return shareCard({ language, title: heroTitle[language], above: '', below: preacherName[language] });
}

export function categoryCard(
  { categoryName }: { categoryName: string },
  { preacherName }: SiteContent,
  language: Language,
): ShareCard {
  const above = catalogues[language].libraryTitle;
  return shareCard({ language, title: categoryName, above, below: preacherName[language] });
}

export function lessonCard(
  { fileName, category }: Pick<LibraryFile, 'fileName'> & { category: { categoryName: string } },
  { preacherName }: SiteContent,
  language: Language,
): ShareCard {
  return shareCard({
    language,
    title: fileTitle(fileName),
    above: category.categoryName,
    below: preacherName[language],
  });
}
