import { direction, inline, type Language, type Pictures, pieces } from './html.ts';
import type { Category, Lesson } from './lesson.ts';
import { girih, star } from './ornament.ts';

const words = {
  en: {
    label: 'A sample lesson for beginners',
    notice:
      'This is a sample lesson of the Minbar project, by no named scholar. It is no fatwa: ask someone of knowledge about your own case.',
    foot: 'Sample lesson of the Minbar project',
  },
  ar: {
    label: 'درس نموذجي للمبتدئين',
    notice: 'هذا درس نموذجي من مشروع «منبر»، وليس لعالِم مُعيَّن، ولا هو فتوى؛ فاسأل أهل العلم عمّا يخصّك.',
    foot: 'درس نموذجي من مشروع «منبر»',
  },
};

/** The two halves of a title in both scripts, or undefined for a title in one. */
function bothTitles(title: string): [string, string] | undefined {
  const halves = title.split(' – ');
  const [first = '', second = ''] = halves;
  const arabic = /[\u0600-\u06ff]/;
  return halves.length === 2 && !arabic.test(first) && arabic.test(second) ? [first, second] : undefined;
}

/**
 * The whole lesson as one HTML document: the first page's cover band, the pieces in `#flow`, and `template`s of the two
 * kinds of page, for `paginate` to fill.
 */
export function documentHtml(
  lesson: Lesson,
  category: Category,
  style: string,
  pictures: Pictures,
  density: 'normal' | 'dense',
): string {
  const { language } = lesson;
  const two = bothTitles(lesson.title);
  const languages: Language[] = two ? ['en', 'ar'] : [language];
  const content = lesson.blocks.flatMap((block) => pieces(block, language, pictures));
  return `<!doctype html>
<html class="${density}" lang="${language}" dir="${direction(language)}">
<head><meta charset="utf-8"><title>${escapeText(lesson.title)}</title>
<style>${style}:root{--cloth:${category.cloth}}</style></head>
<body>
<div id="flow">${lead(lesson, two !== undefined)}${content.join('')}${notices(languages)}</div>
<template id="page"><section class="page"><header>${star}<span>${inline(lesson.title, language)}</span></header><main></main>${footer(languages)}</section></template>
<template id="first"><section class="page first">${band(lesson, category, two)}<main></main>${footer(languages)}</section></template>
</body></html>`;
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const span = (language: Language, text: string) =>
  `<span lang="${language}" dir="${direction(language)}">${inline(text, language)}</span>`;

function lead({ language, lead: text, otherLead = '' }: Lesson, two: boolean): string {
  if (!two) return `<p class="lead">${inline(text, language)}</p>`;
  return `<div class="both leads"><p class="lead" lang="en" dir="ltr">${inline(text, 'en')}</p><p class="lead" lang="ar" dir="rtl">${inline(otherLead, 'ar')}</p></div>`;
}

function notices(languages: Language[]): string {
  const texts = languages.map(
    (language) => `<p lang="${language}" dir="${direction(language)}">${words[language].notice}</p>`,
  );
  return `<div class="notice">${star}<div>${texts.join('')}</div></div>`;
}

function footer(languages: Language[]): string {
  const texts = languages.map((language) => span(language, words[language].foot));
  return `<footer>${texts.join('')}<b class="number"></b></footer>`;
}

function band({ title, language }: Lesson, category: Category, two?: [string, string]): string {
  const ground = `<svg class="girih" viewBox="0 0 816 245" preserveAspectRatio="xMidYMin slice" aria-hidden="true">${girih(816, 245)}</svg>`;
  const label = `<p class="category">${inline(category.name, language)}</p>`;
  if (!two) {
    const size = title.length > 60 ? 'long' : title.length > 34 ? 'middle' : 'short';
    return `<div class="band">${ground}<div>${label}<h1 class="${size}">${inline(title, language)}</h1><p class="label">${words[language].label}</p></div>${star}</div>`;
  }
  const half = (of: Language, text: string) =>
    `<div lang="${of}" dir="${direction(of)}"><h1 class="half">${inline(text, of)}</h1><p class="label">${words[of].label}</p></div>`;
  return `<div class="band two">${ground}${label}<div class="halves">${half('en', two[0])}${star}${half('ar', two[1])}</div></div>`;
}
