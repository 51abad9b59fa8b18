/** An element of an XML document; a text among its children is text, whatever stands in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string | number | undefined>>;
  readonly children: readonly (XmlElement | string)[];
}

/** An element; attributes that are undefined, and children that are, are left out. */
export function xml(
  name: string,
  attributes: XmlElement['attributes'] = {},
  ...children: readonly (XmlElement | string | undefined)[]
): XmlElement {
  return { name, attributes, children: children.filter((child) => child !== undefined) };
}

/** What no XML document may hold, not even as a reference (XML 1.0 section 2.2). */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeXml(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"]/g, (character) => escapes[character] ?? '');
}

function written(element: XmlElement | string): string {
  if (typeof element === 'string') return escapeXml(element);
  const { name, attributes, children } = element;
  let start = `<${name}`;
  for (const key in attributes) {
    const value = attributes[key];
    if (value !== undefined) start += ` ${key}="${escapeXml(String(value))}"`;
  }
  return children.length === 0 ? `${start}/>` : `${start}>${children.map(written).join('')}</${name}>`;
}

/** The whole document, in UTF-8. */
export function xmlDocument(root: XmlElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root)}\n`;
}
