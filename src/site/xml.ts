import { html } from 'hono/html';

/** Escapes a text for HTML or XML, in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => String(html`${text}`);

/**
 * Content of an XML element: a text, or an object with attributes under `@`, a text under `#` and children by name. Texts are escaped,
 * without forbidden characters. A list becomes several elements of one name; undefined values are omitted.
 */
export type Xml = string | number | undefined | Xml[] | XmlElement;
export type XmlElement = { [name: string]: Xml };

/** Characters that are forbidden in XML, even as a reference (XML 1.0 section 2.2). */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const escapeXml = (text: Xml): string => escapeHtml(String(text).replace(forbidden, ''));

function serialize(name: string, content: Xml): string {
  if (content === undefined) return '';
  if (Array.isArray(content)) return content.map((item) => serialize(name, item)).join('');
  if (typeof content !== 'object') return `<${name}>${escapeXml(content)}</${name}>`;
  const { '@': attributes, '#': text = '', ...children } = content;
  let start = `<${name}`;
  for (const [key, value] of Object.entries(attributes ?? {}))
    if (value !== undefined) start += ` ${key}="${escapeXml(value)}"`;
  const innerXml = escapeXml(text) + serializeChildren(children);
  return innerXml === '' ? `${start}/>` : `${start}>${innerXml}</${name}>`;
}

const serializeChildren = (children: XmlElement): string =>
  Object.entries(children)
    .map(([name, content]) => serialize(name, content))
    .join('');

/** Returns an XML document, declared as UTF-8. The only key of `root` is the name of the root element. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${serializeChildren(root)}\n`;
}
