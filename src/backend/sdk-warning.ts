import type { Context, MiddlewareHandler } from 'hono';

/** The Appwrite version whose wire this backend speaks; SDKs built for a newer one get a warning header. */
export const SERVER_VERSION = '2.0.0';

const byNumbers = new Intl.Collator('en', { numeric: true });

const formatOf = (context: Context) => context.req.header('x-appwrite-response-format') ?? '';

/** Compares the version that the caller's SDK was made for with another, by their numbers: negative for an older SDK. */
export function compareSdk(context: Context, version: string): number {
  const format = formatOf(context);
  return /^\d+\.\d+\.\d+$/.test(format) ? byNumbers.compare(format, version) : 0;
}

/** Warns a program whose SDK is newer than the wire we speak. Source: docs/rules.md#sdk-versions. */
export const warnNewerSdk: MiddlewareHandler = async (context, next) => {
  await next();
  if (compareSdk(context, SERVER_VERSION) <= 0) return;
  context.res.headers.set(
    'X-Appwrite-Warning',
    `The current SDK is built for Appwrite ${formatOf(context)}. However, the current Appwrite server version is ${SERVER_VERSION}. Please downgrade your SDK to match the Appwrite version: https://appwrite.io/docs/sdks`,
  );
};
