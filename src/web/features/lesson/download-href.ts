import { downloadParameter, lessonIn } from '#contract/lesson-path.ts';

/** The address that has a browser save a PDF; undefined for one that is elsewhere, where only its own server could say so. */
export function downloadHref(pdf: string, origin: string): string | undefined {
  const address = new URL(pdf, origin);
  if (address.origin !== new URL(origin).origin || lessonIn(address.pathname) === undefined) return undefined;
  return `${address.pathname}?${downloadParameter}`;
}
