import { encode } from 'uqr';
import { type PosterState, renderPoster } from '#web/entry-server.tsx';
import { isolate } from '#web/i18n/isolate.ts';
import { type Language, otherLanguage } from '#web/i18n/language.ts';
import { lessonMessages } from '#web/i18n/lesson-messages.ts';
import { fileTitle } from '#web/page/file-title.ts';
import { type PosterSubject, posterHref } from '#web/page/poster-href.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { namingLanguage } from '#web/page/view.ts';
import { pageHead } from '../page-head.ts';
import type { PageTemplate } from '../page-template.ts';
import { createAddresses } from './addresses.ts';
import { siteFacts } from './discovery-site.ts';
import type { LessonList } from './lesson-list.ts';
import { shortPath } from './short-address.ts';
import { shownName } from './shown-name.ts';

export interface PosterPageOptions {
  template: PageTemplate;
  site: SiteContent;
  origin: string;
  list: Pick<LessonList, 'lesson' | 'category' | 'idFrom'>;
}

/** The dark squares of a QR code, row by row, as the shape of an SVG path. */
function qrCode(text: string): PosterState['code'] {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, path: squares.join('') };
}

/** Makes the posters of lessons and categories; undefined where there is no such lesson or category. */
export function createPosterPage({ template, site, origin, list }: PosterPageOptions) {
  const addresses = createAddresses(origin);

  const find = async ({ kind, id }: PosterSubject, language: Language) => {
    if (kind === 'category') {
      const category = await list.category(id);
      return category && { title: category.categoryName, href: addresses.library(language, id) };
    }
    const lesson = await list.lesson(id);
    return (
      lesson && {
        title: fileTitle(lesson.fileName),
        category: lesson.category,
        href: addresses.lesson(id, language),
      }
    );
  };

  return async (subject: PosterSubject, language: Language): Promise<string | undefined> => {
    const found = await find(subject, language);
    if (!found) return undefined;
    const { href, category } = found;
    const title = shownName(found.title);
    const { name, center } = siteFacts(site, language);
    const other = otherLanguage(language);
    const address = origin + (await shortPath(list, subject, language));
    const poster: PosterState = {
      title,
      ...(category && { above: shownName(category.categoryName) }),
      name,
      center,
      address: address.replace(/^https?:\/\//, ''),
      code: qrCode(address),
      hrefs: {
        back: href.slice(origin.length),
        other: namingLanguage(posterHref(subject, other), other),
        ...(category && { category: posterHref({ kind: 'category', id: category.$id }, language) }),
      },
    };
    const say = lessonMessages[language].poster;
    const told = { title: say.title(isolate(title)), description: say.hint, unlisted: true };
    const head = pageHead({ origin, site, ...told }, language);
    return template.fill({ language, app: renderPoster(poster, language), print: '', head });
  };
}
