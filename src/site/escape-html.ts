import { html } from 'hono/html';

/** Text as HTML or XML, safe in elements and in quoted attributes. */
export const escapeHtml = (text: string): string => String(html`${text}`);
