import { rememberLanguage } from '../../../i18n/remembered-language.ts';

/** Switches in place, as the home page does: Back leads to the page before, and the place on this one is kept. */
export function switchLanguage(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.language-link')) {
    link.addEventListener('click', (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      rememberLanguage(link.hreflang);
      location.replace(link.href + location.hash);
    });
  }
}
