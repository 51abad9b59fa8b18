import { Marked, type Token, type Tokens } from 'marked';

type Language = 'en' | 'ar';

/** A lesson as its file gives it: the names of its folder and itself, and its text. */
export interface Lesson {
  category: string;
  title: string;
  markdown: string;
}

/** The words of every lesson; the notice stands on its last page. */
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

/** The two halves of a title in both scripts, or undefined for a title in one. */
function halves(title: string): [string, string] | undefined {
  const [first = '', second = ''] = title.split(' – ');
  return languageOf(first) === 'en' && second !== '' && languageOf(second) === 'ar'
    ? [first, second]
    : undefined;
}

/**
 * A text as HTML: every run of the other script isolated and named by its language; no line ends before a number, or within a
 * name such as al-Bukhari or a range such as 2:183–185.
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

/** Markdown in one language. A paragraph that begins with a picture is a figure, the rest of it is its caption. */
function markdownIn(language: Language, pictures: ReadonlyMap<string, string>): Marked {
  return new Marked({
    renderer: {
      text: (token) => ('tokens' in token && token.tokens ? false : inline(token.text, language)),
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

/** The blocks of a text from top to bottom, each item of a list for itself. */
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

/** The text in both languages, block beside block; a picture is shared and stands in the English text only. */
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

/** The running title, the foot and the page number: where lines begin and where they end, or with the number between two feet. */
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

/** The whole lesson as one HTML document, whose style sheet is `style`. */
export function lessonHtml(
  { category, title, markdown }: Lesson,
  cloth: number,
  style: string,
  pictures: ReadonlyMap<string, string>,
): string {
  const language = languageOf(title);
  const two = halves(title);
  const texts = markdown.split('\n---\n');
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
  return `<!doctype html>
<html lang="${language}" dir="${direction[language]}" class="cloth-${cloth}">
<head><meta charset="utf-8"><title>${title}</title><style>${style}
${pageCss(title, language, two !== undefined)}</style></head>
<body>
<div class="band ${size}">${pictures.get('girih.svg')}<p class="category">${inline(category, language)}</p>
<div class="titles">${titles.join('')}</div>${pictures.get('star.svg')}</div>
<main>${content}<div class="notice">${notices.join('')}</div></main>
</body></html>`;
}
