import type { Block } from './lesson.ts';

export type Language = 'en' | 'ar';
export type Pictures = Readonly<Record<string, string>>;

const arabicRun = /[\u0600-\u06ff](?:[\u0600-\u06ff+\u00b7 ]*[\u0600-\u06ff])?/g;
const latinRun = /[A-Za-z](?:[A-Za-z0-9 ’.-]*[A-Za-z0-9])?/g;

export const direction = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');

/** A number in the digits of the language. */
const digits = (value: number, language: Language) =>
  value.toLocaleString(language === 'ar' ? 'ar-EG' : 'en-US', { useGrouping: false });

/** A text as safe HTML: `**bold**`, and every run of the other script isolated and named by its language; no line ends before a number
 * or within a name such as al-Bukhari or a range such as 2:183–185. */
export function inline(text: string, language: Language): string {
  const safe = text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/ (?=[\d٠-٩])/g, '\u00a0');
  const [other, run] = language === 'ar' ? ['en', latinRun] : ['ar', arabicRun];
  const isolated = safe.replace(run as RegExp, (found, at: number) =>
    safe[at - 1] === '&' ? found : `<bdi lang="${other}">${found}</bdi>`,
  );
  return isolated
    .replaceAll(/\bal-[\w’‘]+|[\d٠-٩]+(?:[:–][\d٠-٩]+)+/gi, '<span class="whole">$&</span>')
    .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>');
}

/**
 * The pieces of a block, top to bottom: a page may end after any of them. A piece marked `data-keep` stays with the next one: a heading,
 * a paragraph that ends with a colon, the first item of a list.
 */
export function pieces(block: Block, language: Language, pictures: Pictures): string[] {
  const html = (text: string) => inline(text, language);
  switch (block.kind) {
    case 'heading':
      return [`<h2 data-keep>${html(block.text)}</h2>`];
    case 'paragraph':
      return [`<p${block.text.endsWith(':') ? ' data-keep' : ''}>${html(block.text)}</p>`];
    case 'steps':
      return block.items.map((item, index) => {
        const number = digits(index + 1, language);
        return `<ol start="${index + 1}"${keep(index, block.items)}><li data-number="${number}">${html(item)}</li></ol>`;
      });
    case 'list':
      return block.items.map((item, index) => `<ul${keep(index, block.items)}><li>${html(item)}</li></ul>`);
    case 'note':
      return [`<aside><h3>${html(block.title)}</h3><p>${html(block.text)}</p></aside>`];
    case 'picture':
      return [
        `<figure class="${block.name}">${pictures[block.name]}<figcaption>${html(block.caption).replaceAll('\n', '<br>')}</figcaption></figure>`,
      ];
    case 'table':
      return [tableHtml(block.head, block.rows, language)];
    case 'both':
      return pairs(pieces(block.en, 'en', pictures), pieces(block.ar, 'ar', pictures));
  }
}

/** The first two and the last two items of a list stay together. */
const keep = (index: number, items: readonly string[]) =>
  items.length > 1 && (index === 0 || index === items.length - 2) ? ' data-keep' : '';

function tableHtml(head: readonly string[], rows: readonly (readonly string[])[], language: Language) {
  const cell = (tag: 'th' | 'td', text: string) => `<${tag}>${inline(text, language)}</${tag}>`;
  const row = (tag: 'th' | 'td') => (texts: readonly string[]) =>
    `<tr>${texts.map((text) => cell(tag, text)).join('')}</tr>`;
  return `<table><thead>${row('th')(head)}</thead><tbody>${rows.map(row('td')).join('')}</tbody></table>`;
}

function pairs(english: string[], arabic: string[]): string[] {
  if (english.length !== arabic.length) throw new Error(`The two languages differ here: ${english[0]}`);
  return english.map((left, index) => {
    const kept = left.includes('data-keep') ? ' data-keep' : '';
    return `<div class="both"${kept}><div lang="en" dir="ltr">${left}</div><div lang="ar" dir="rtl">${arabic[index]}</div></div>`;
  });
}
