import type { Language } from '#web/i18n/language.ts';
import { otherLanguage } from '#web/i18n/language.ts';
import { atomType } from './atom.ts';
import { describeLesson } from './described-lesson.ts';
import type { DiscoverySite, TypedText } from './discovery-site.ts';
import { feedPaths } from './document-paths.ts';
import { atomText, type Feed, jsonFeedText } from './feed.ts';
import { sharePath } from './share-card.ts';
import { shownName } from './shown-name.ts';
import { lessonCard, siteFacts } from './site-facts.ts';
import { lastChange } from './sitemap.ts';
import { discoveryTexts } from './texts.ts';

/** A reader asks again and again: those who were away for long find the rest in the library. */
const newest = 50;

/** The feed of the library, or of a category; undefined when there is no such category. */
export async function feedDocument(
  { list, site, addresses, icon }: DiscoverySite,
  form: keyof typeof feedPaths,
  language: Language,
  categoryId?: string,
): Promise<TypedText | undefined> {
  const category = categoryId === undefined ? undefined : await list.category(categoryId);
  if (categoryId !== undefined && !category) return undefined;
  const { rows } = await list.lessons({ language, order: 'newest', categoryId, limit: newest });
  const { name, description } = siteFacts(site, language);
  const texts = discoveryTexts[language];
  const at = (path: string, tongue: Language) => addresses.of(path, tongue, { category: categoryId });
  const other = otherLanguage(language);
  const feed: Feed = {
    title: category ? texts.newestIn(shownName(category.categoryName), name) : texts.newest(name),
    description,
    language,
    author: name,
    icon: addresses.origin + icon.href,
    updated: lastChange(rows) ?? (category ? lastChange([category]) : undefined) ?? new Date(0).toISOString(),
    home: addresses.library(language, categoryId),
    self: { atom: at(feedPaths.atom, language), json: at(feedPaths.json, language) },
    twin: { atom: at(feedPaths.atom, other), language: other },
    lessons: rows.map((row) => ({
      ...describeLesson(row, language, addresses),
      picture: addresses.origin + sharePath({ kind: 'lesson', id: row.$id }, lessonCard(row, site, language)),
    })),
  };
  return form === 'atom'
    ? { type: atomType, text: atomText(feed) }
    : { type: 'application/feed+json; charset=utf-8', text: jsonFeedText(feed) };
}
