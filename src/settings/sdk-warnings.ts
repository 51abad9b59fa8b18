const said = new Set<string>();
let isListening = false;

/**
 * From now on a warning of Appwrite's SDK is said once, not with every answer: the SDK hands `X-Appwrite-Warning` to
 * `console.warn` and has no other place to tell it. All else that is warned of is said as ever.
 */
export function saySdkWarningsOnce(): void {
  if (isListening) return;
  isListening = true;
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    const [text] = words;
    if (typeof text === 'string' && text.startsWith('Warning: ')) {
      if (said.has(text)) return;
      said.add(text);
    }
    warn.apply(console, words);
  };
}
