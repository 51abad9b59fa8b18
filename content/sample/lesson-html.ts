import { Marked, type Token, type Tokens } from 'marked';
import { categoryNameIn } from '#text/category-names.ts';

type Language = 'en' | 'ar';

/** A lesson from its file: the names of its folder and file, and its text. */
export interface Lesson {
  category: string;
  title: string;
  markdown: string;
}

/** Fixed words of every lesson; the notice is on its last page. */
const words = {
  en: {
    label: 'A sample lesson for beginners',
    notice:
      'This is a sample lesson of the Minbar project, by no named scholar, and no fatwa. Before you act on it, ask a scholar you trust about your own case.',
    foot: 'Sample lesson of the Minbar project',
  },
  ar: {
    label: 'درس نموذجي للمبتدئين',
    notice:
      'هذا درس نموذجي من مشروع «منبر»، وليس لعالِم مُعيَّن، ولا هو فتوى. فاسأل عالِمًا تثق به عمّا يخصّك قبل أن تعمل بما فيه.',
    foot: 'درس نموذجي من مشروع «منبر»',
  },
};

const direction = { en: 'ltr', ar: 'rtl' };
const arabicRun = /[\u0600-\u06ff](?:[\u0600-\u06ff+\u00b7 ]*[\u0600-\u06ff])?/g;
const latinRun = /[A-Za-z](?:[A-Za-z0-9 ’.-]*[A-Za-z0-9])?/g;
const whole = /\bal-[\w’‘]+|[\d٠-٩]+(?:[:–][\d٠-٩]+)+/gi;

const languageOf = (title: string): Language => (/[A-Za-z]/.test(title) ? 'en' : 'ar');

/** Returns both halves of a title in both scripts; undefined for one script. */
function halves(title: string): [string, string] | undefined {
  const [first = '', second = ''] = title.split(' – ');
  return languageOf(first) === 'en' && second !== '' && languageOf(second) === 'ar'
    ? [first, second]
    : undefined;
}

/**
 * Renders a text as HTML: isolates runs of the other script with their language, and keeps numbers, names such as al-Bukhari and
 * ranges such as 2:183–185 on one line.
 */
function inline(text: string, language: Language): string {
  const safe = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/ (?=[\d٠-٩])/g, '\u00a0');
  const [other, run] = language === 'ar' ? ['en', latinRun] : ['ar', arabicRun];
  return safe
    .replace(run as RegExp, (found, at: number) =>
      safe[at - 1] === '&' ? found : `<bdi lang="${other}">${found}</bdi>`,
    )
    .replaceAll(whole, '<span class="whole">$&</span>');
}

/**
 * Creates a Markdown renderer for one language. A paragraph that begins with a picture is a figure, and its other text is the caption.
 * A verse or hadith is in a fence: "```quran Qur’an 1:1" names its kind and its source.
 */
function markdownIn(language: Language, pictures: ReadonlyMap<string, string>): Marked {
  return new Marked({
    renderer: {
      text: (token) => ('tokens' in token && token.tokens ? false : inline(token.text, language)),
      code({ text, lang = '' }) {
        const [kind = '', ...source] = lang.split(' ');
        const marks = kind === 'quran' ? ['﴿', '﴾'] : ['«', '»'];
        return `<figure class="quote ${kind}"><p lang="ar" dir="rtl" class="quote-text">${marks[0]}${text}${marks[1]}</p><figcaption>${inline(source.join(' '), language)}</figcaption></figure>`;
      },
      blockquote({ tokens }) {
        return `<aside>${this.parser.parse(tokens)}</aside>`;
      },
      paragraph({ tokens }) {
        const [first, ...caption] = tokens;
        if (first?.type !== 'image') return false;
        const name = first.href.split('/').at(-1) ?? '';
        const lines = this.parser.parseInline(caption).trim().replaceAll('\n', '<br>');
        return `<figure class="${name.replace('.svg', '')}">${pictures.get(name)}<figcaption>${lines}</figcaption></figure>`;
      },
    },
  });
}

/** Returns the blocks of a text from top to bottom, with separate list items. */
function blocks(markdown: string, language: Language, pictures: ReadonlyMap<string, string>): string[] {
  const marked = markdownIn(language, pictures);
  const single = (token: Token): Token[] =>
    token.type === 'list'
      ? (token as Tokens.List).items.map(
          (item, index) => ({ ...token, items: [item], start: index + 1 }) as Token,
        )
      : [token];
  return marked
    .lexer(markdown)
    .filter(({ type }) => type !== 'space')
    .flatMap(single)
    .map((token) => marked.parser([token]));
}

const part = (language: Language, html: string) =>
  `<div lang="${language}" dir="${direction[language]}">${html}</div>`;

/**
 * Renders the text in both languages, block next to block; pictures and quotations are shared and are in the English text only.
 */
function pairs(english: string[], arabic: string[]): string {
  const rest = [...arabic];
  const rows = english.map((left) => {
    if (left.startsWith('<figure')) return left;
    const right = rest.shift();
    if (right === undefined || tagOf(left) !== tagOf(right))
      throw new Error(`The two languages differ at ${left}`);
    const keep = /^<(h2|[ou]l)/.test(left) ? ' keep' : '';
    return `<div class="both${keep}">${part('en', left)}${part('ar', right)}</div>`;
  });
  if (rest.length > 0) throw new Error(`The Arabic goes on with ${rest[0]}`);
  return rows.join('');
}

const tagOf = (html: string) => /^<\w+/.exec(html)?.[0];

/** Returns the chapters of a booklet by their headings "# …"; a lesson without any is not a booklet. */
export function chaptersOf(markdown: string): string[] {
  return [...markdown.matchAll(/^# (.+)$/gm)].map(([, title = '']) => title);
}

/** The pages of a booklet that is folded from whole sheets. */
export interface BookletPages {
  /** The page on which each chapter begins. */
  chapters: readonly number[];
  /** Number of ruled pages that fill the last sheet. */
  notes: number;
}

/** A booklet in English: front, contents, chapters, ruled pages, and the notice on the back. */
function bookletBody(
  { category, title, markdown }: Lesson,
  { chapters, notes }: BookletPages,
  pictures: ReadonlyMap<string, string>,
): string {
  const [intro = '', ...texts] = markdown.split(/^(?=# )/m);
  const html = (text: string) => blocks(text, 'en', pictures).join('');
  const entries = chaptersOf(markdown).map(
    (chapter, at) =>
      `<li><a href="#chapter-${at + 1}">${inline(chapter, 'en')}</a><span>${chapters[at] ?? ''}</span></li>`,
  );
  const ruled = '<section class="notes"><p class="notes-title">My notes</p></section>';
  return `<section class="front">${pictures.get('girih.svg')}<p class="category">${categoryNameIn(category, 'en')}</p>
${pictures.get('star.svg')}<p class="front-title">${inline(title, 'en')}</p><p class="label">${words.en.label}</p></section>
<section class="contents"><h1>Contents</h1>${html(intro)}<ol class="entries">${entries.join('')}</ol></section>
${texts.map((text, at) => `<section class="chapter" id="chapter-${at + 1}">${html(text)}</section>`).join('')}
${ruled.repeat(notes)}<section class="back">${pictures.get('star.svg')}<p>${words.en.notice}</p></section>`;
}

/** The running title, the footer and the page number, at the start and end sides or around the number. */
function pageCss(title: string, language: Language, two: boolean): string {
  const foot = (each: Language) =>
    `@bottom-${each === 'ar' ? 'right' : 'left'} { content: "${words[each].foot}"; direction: ${direction[each]} }`;
  const digits = language === 'ar' ? 'arabic-indic' : 'decimal';
  const place = two ? 'center' : language === 'ar' ? 'left' : 'right';
  return `@page {
@top-center { content: "${title}" }
${two ? foot('en') + foot('ar') : foot(language)}
@bottom-${place} { content: counter(page, ${digits}) " / " counter(pages, ${digits}) } }`;
}

/** The front of a booklet fills its page. */
const frontCss =
  '@page :first { margin: 0; @top-center { content: none } @bottom-left { content: none } @bottom-right { content: none } }';

/** Whether a handout is stored as a picture of a sheet of paper. */
export const isScanned = (markdown: string): boolean => markdown.startsWith('<!-- scanned -->');

/** Renders the whole lesson as one HTML document with the stylesheet `style`. */
export function lessonHtml(
  lesson: Lesson,
  cloth: number,
  style: string,
  pictures: ReadonlyMap<string, string>,
  booklet?: BookletPages,
): string {
  const { title, markdown } = lesson;
  const language = languageOf(title);
  const kind = booklet ? 'booklet' : isScanned(markdown) ? 'scan' : '';
  const size = booklet
    ? '@page { size: 5.5in 8.5in; @bottom-left { padding-left: 0.6in } @bottom-right { padding-right: 0.6in } }'
    : '';
  return `<!doctype html>
<html lang="${language}" dir="${direction[language]}" class="cloth-${cloth} ${kind}">
<head><meta charset="utf-8"><title>${title}</title><style>${style}
${size}${pageCss(title, language, halves(title) !== undefined)}
${booklet ? frontCss : ''}</style></head>
<body>
${booklet ? bookletBody(lesson, booklet, pictures) : sheetBody(lesson, pictures)}
</body></html>`;
}

/** A lesson of a few sheets: a band with its title, the text, and the notice. */
function sheetBody({ category, title, markdown }: Lesson, pictures: ReadonlyMap<string, string>): string {
  const language = languageOf(title);
  const two = halves(title);
  const texts = markdown.replace(/^<!--.*-->\n/, '').split('\n---\n');
  const content = two
    ? pairs(blocks(texts[0] ?? '', 'en', pictures), blocks(texts[1] ?? '', 'ar', pictures))
    : blocks(markdown, language, pictures).join('');
  const languages: Language[] = two ? ['en', 'ar'] : [language];
  const heads = two ?? [title];
  const titles = languages.map((each, index) =>
    part(each, `<h1>${inline(heads[index] ?? '', each)}</h1><p class="label">${words[each].label}</p>`),
  );
  const notices = languages.map((each) => part(each, words[each].notice));
  const size = title.length > 60 ? 'long' : '';
  return `<div class="band ${size}">${pictures.get('girih.svg')}<p class="category">${inline(two ? category : categoryNameIn(category, language), language)}</p>
<div class="titles">${titles.join('')}</div>${pictures.get('star.svg')}</div>
<main>${content}<div class="notice">${notices.join('')}</div></main>`;
}
