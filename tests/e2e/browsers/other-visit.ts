import { test as base } from '@playwright/test';
import type { Language } from '#contract/language.ts';

interface Program {
  stop(): unknown;
}

/** Playwright's `test` for other browsers than its own, which a test starts for itself: what it names `ended` is, also when it fails. */
export const test = base.extend<{ ended: <Started extends Program>(started: Started) => Started }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that it needs nothing.
  ended: async ({}, use) => {
    const programs: Program[] = [];
    await use((started) => {
      programs.push(started);
      return started;
    });
    for (const program of programs) await program.stop();
  },
});

/** Address of the site that all tests share, without a slash at the end. */
export const siteUrl = (): string => process.env.SHARED_SITE ?? '';

/** The address of a view in a language. */
export function hrefOf(language: Language, query = ''): string {
  const lang = language === 'ar' ? [['lang', 'ar']] : [];
  return `${siteUrl()}/?${new URLSearchParams([...lang, ...new URLSearchParams(query)])}`;
}
