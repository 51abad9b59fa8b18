import type { MiddlewareHandler } from 'hono';

/** The Appwrite version whose wire this backend speaks; SDKs built for a newer one get a warning header. */
export const SERVER_VERSION = '2.0.0';

const byNumbers = new Intl.Collator('en', { numeric: true });

/** Compares versions such as `1.9.5` by their numbers: negative when `a` is older than `b`. */
export function compareVersions(a: string, b: string): number {
  return byNumbers.compare(a, b);
}

/** Warns a program whose SDK is newer than the wire we speak. Source: docs/rules.md#sdk-versions. */
export const warnNewerSdk: MiddlewareHandler = async (context, next) => {
  await next();
  const format = context.req.header('x-appwrite-response-format') ?? '';
  if (!/^\d+\.\d+\.\d+$/.test(format) || compareVersions(format, SERVER_VERSION) <= 0) return;
  context.res.headers.set(
    'X-Appwrite-Warning',
    `The current SDK is built for Appwrite ${format}. However, the current Appwrite server version is ${SERVER_VERSION}. Please downgrade your SDK to match the Appwrite version: https://appwrite.io/docs/sdks`,
  );
};
