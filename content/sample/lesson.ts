/** What a sample lesson is made of. Texts may use **bold**; the other script inside a text is set on its own. */
export type Block =
  | { kind: 'heading' | 'paragraph'; text: string }
  | { kind: 'steps' | 'list'; items: readonly string[] }
  | { kind: 'note'; title: string; text: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'picture'; name: PictureName; caption: string }
  | { kind: 'both'; en: Block; ar: Block };

export type PictureName = 'sun-path' | 'moon-phases' | 'hijri-wheel' | 'letter-chart' | 'seerah-line';

export interface Lesson {
  /** The file name without `.pdf` and the printed title; a title in both scripts reads "English – عربي". */
  title: string;
  language: 'en' | 'ar';
  /** One or two sentences under the title: what the reader will know afterwards. */
  lead: string;
  /** The same in the other language, for a lesson in both. */
  otherLead?: string;
  blocks: readonly Block[];
}

export interface Category {
  /** The folder name, shown to visitors. */
  name: string;
  /** The colour of the cover, as on the site. */
  cloth: string;
  lessons: readonly Lesson[];
}

export const heading = (text: string): Block => ({ kind: 'heading', text });
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const steps = (...items: string[]): Block => ({ kind: 'steps', items });
export const list = (...items: string[]): Block => ({ kind: 'list', items });
export const note = (title: string, text: string): Block => ({ kind: 'note', title, text });
export const table = (head: string[], ...rows: string[][]): Block => ({ kind: 'table', head, rows });
export const picture = (name: PictureName, caption: string): Block => ({ kind: 'picture', name, caption });
export const both = (en: Block, ar: Block): Block => ({ kind: 'both', en, ar });
