import type { Language } from '../i18n/language.ts';

/** A text of the owner in both languages. */
export type Bilingual = Record<Language, string>;

/** What the owner writes about himself in `content/site.json`. `logo` and `logoDark` are addresses on this site. */
export interface SiteContent {
  preacherName: Bilingual;
  centerName: Bilingual;
  heroTitle: Bilingual;
  heroSubtitle: Bilingual;
  heroDescription: Bilingual;
  address: Bilingual;
  logo: string;
  /** For the dark scheme, where the owner has another one for it. */
  logoDark?: string | undefined;
}
