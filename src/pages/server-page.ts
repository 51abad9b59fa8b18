import { defaultLanguage, isLanguage } from '#contract/language.ts';
import { catalogues } from '#web/i18n/catalogues.ts';

// While somebody works on the texts, the components that show them take the new ones; this file is no reason to reload.
import.meta.hot?.accept('#web/i18n/catalogues.ts', () => {});

const address = () => window.location.pathname + window.location.search;

/**
 * Keeps what the server sent: it reads and leads on without any program, so it is what remains when ours fails. Call before anything
 * changes the page.
 */
export function keepServerPage(root: HTMLElement) {
  const copy = root.cloneNode(true) as HTMLElement;
  const fields = root.querySelectorAll<HTMLInputElement>('input, select');
  const sent = address();

  // Once for each address: what fails twice would fail for ever.
  const moved = () => address() !== sent;

  return {
    /** Shows the visitor's page again after the program broke down: from the copy, or anew when they had moved on. */
    restore() {
      if (moved()) return window.location.reload();
      window.addEventListener('popstate', () => moved() && window.location.reload());
      copy.querySelectorAll<HTMLInputElement>('input, select').forEach((field, index) => {
        field.value = fields[index]?.value ?? field.value;
      });
      copy.querySelector('main')?.append(notice());
      root.replaceChildren(...copy.childNodes);
    },
    /** Fetches the page of the address as a link would. Resolves only when there is no other page or no way to it. */
    async reload(): Promise<void> {
      if (!moved()) return;
      const answer = await fetch(address(), { method: 'HEAD' }).catch(() => undefined);
      if (!answer?.ok) return;
      window.location.reload();
      return new Promise(() => {});
    },
  };
}

function notice(): HTMLElement {
  const { lang } = document.documentElement;
  const line = document.createElement('p');
  line.className = 'wrap pb-6 text-muted';
  line.textContent = catalogues[isLanguage(lang) ? lang : defaultLanguage].programFailed;
  return line;
}
