const told = new Set<string>();
let isListening = false;

/**
 * From now on a warning of Appwrite's SDK is said once, not with every answer: the SDK hands `X-Appwrite-Warning` to
 * `console.warn` and has no other place to tell it. Which version the SDK was built for is not said at all: the owner, who may read
 * no English, can do nothing about it. All else that is warned of is said as ever.
 */
export function quietSdkWarnings(): void {
  if (isListening) return;
  isListening = true;
  const warn = console.warn;
  console.warn = (...words: unknown[]) => {
    const [text] = words;
    if (typeof text === 'string' && text.startsWith('Warning: ')) {
      if (told.has(text) || text.startsWith('Warning: The current SDK is built for')) return;
      told.add(text);
    }
    warn.apply(console, words);
  };
}
