const told = new Set<string>();
let isListening = false;

/**
 * Logs each warning of Appwrite's SDK once instead of with every response. The SDK passes `X-Appwrite-Warning` to
 * `console.warn` and offers no other hook. The notice of the SDK's server version is dropped: the owner, who may read
 * no English, can do nothing about it. Other warnings pass unchanged.
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
