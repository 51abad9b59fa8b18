/** Returns the message of a failed request in one line; of a proxy's HTML page only the title. */
export function plainMessage(message: string): string {
  if (!isPage(message)) return message;
  const title = /<title>\s*([^<]{1,100}?)\s*<\/title>/i.exec(message)?.[1];
  return title ?? 'a page instead of an answer';
}

/** Whether what came is a page of HTML, as proxies answer in place of a server. */
export function isPage(message: string): boolean {
  return /^\s*<(!doctype|html|head|body|h1)\b/i.test(message);
}
