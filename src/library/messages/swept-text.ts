import type { Swept } from '#backend/storage/sweep.ts';
import type { Language } from '#contract/language.ts';
import { messagesIn } from './language.ts';

/** What is said of what a killed process left in the data folder. */
export function sweptText(swept: Swept, language: Language): string {
  const say = messagesIn(language).swept;
  return swept.kind === 'aside' ? say.aside(swept) : say[swept.kind](swept.file);
}
