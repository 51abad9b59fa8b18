import { renderToStaticMarkup } from 'react-dom/server';
import { encode } from 'uqr';
import { type Language, otherLanguage } from '#contract/language.ts';
import { shownName } from '#contract/name.ts';
import { namingLanguage, type PosterSubject, posterHref, subjectHref } from '#contract/urls.ts';
import { shortPathOf } from '#site/lesson-list.ts';
import { type DiscoverySite, shownCategoryName, siteFacts } from '#site/site-facts.ts';
import { LanguageContext } from '#web/i18n/i18n-context.ts';
import { isolate } from '#web/i18n/isolate.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import type { RenderedPage } from '../rendered-page.server.tsx';
import { Poster, type PosterState, posterMessages } from './poster.tsx';

/** A poster: around it are only the links to it and away. */
export function posterPage(poster: PosterState, language: Language): RenderedPage {
  const { title, hint } = posterMessages[language];
  return {
    kind: 'lesson',
    app: renderToStaticMarkup(
      <LanguageContext value={language}>
        <Poster poster={poster} />
      </LanguageContext>,
    ),
    head: { title: title(isolate(poster.title)), description: hint, unlisted: true },
    printsAddress: false,
  };
}

/** The dark squares of a QR code, row by row, as the shape of an SVG path. */
function qrCode(text: string): PosterState['code'] {
  const { data, size } = encode(text, { border: 0, ecc: 'M' });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, path: squares.join('') };
}

/** Returns the state of a poster; undefined if there is no such lesson or category. */
export async function posterState(
  { site, origin, list }: Pick<DiscoverySite, 'site' | 'list'> & { origin: string },
  subject: PosterSubject,
  language: Language,
): Promise<PosterState | undefined> {
  const { lesson, category } = await list.subject(subject);
  if (!category) return undefined;
  const { name, center } = siteFacts(site, language);
  const other = otherLanguage(language);
  const address = origin + (await shortPathOf(list, subject, language));
  return {
    title: shownName(lesson ? fileTitle(lesson.fileName) : category.categoryName),
    ...(lesson && { above: shownCategoryName(category, language) }),
    name,
    center,
    address: address.replace(/^https?:\/\//, ''),
    code: qrCode(address),
    hrefs: {
      back: subjectHref(subject, language),
      other: namingLanguage(posterHref(subject, other), other),
      ...(lesson && { category: posterHref({ kind: 'category', id: category.$id }, language) }),
    },
  };
}
