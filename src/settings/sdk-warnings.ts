const loggedWarnings = new Set<string>();
let isInstalled = false;

/**
 * Makes `console.warn` log each `X-Appwrite-Warning` once; the SDK passes one with every response and offers no other hook. Drops the
 * notice about the SDK's server version, which the owner cannot change.
 */
export function quietSdkWarnings(): void {
  if (isInstalled) return;
  isInstalled = true;
  const warn = console.warn;
  console.warn = (...args: unknown[]) => {
    const [text] = args;
    if (typeof text === 'string' && text.startsWith('Warning: ')) {
      if (loggedWarnings.has(text) || text.startsWith('Warning: The current SDK is built for')) return;
      loggedWarnings.add(text);
    }
    warn.apply(console, args);
  };
}
