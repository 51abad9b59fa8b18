import type { MiddlewareHandler } from 'hono';

const ofTheApi: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
};

/** Gives every answer of the API the headers it has not set itself (a file's bytes need others). */
export function safeHeaders(ofEveryAnswer: typeof ofTheApi): MiddlewareHandler {
  const headers = Object.entries({ ...ofEveryAnswer, ...ofTheApi });
  return async (context, next) => {
    await next();
    for (const [name, value] of headers) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
    }
  };
}
