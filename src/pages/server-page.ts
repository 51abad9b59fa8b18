import { defaultLanguage, isLanguage } from '#contract/language.ts';
import { catalogues } from '#web/i18n/catalogues.ts';

// In development, components take changed texts themselves, so this file does not trigger a reload.
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

  // Once for each address, because a second failure would repeat without end.
  const moved = () => address() !== sent;

  return {
    /** Restores the page after the client bundle failed: from the copy, or by a reload if the visitor had moved on. */
    restore() {
      if (moved()) return window.location.reload();
      window.addEventListener('popstate', () => moved() && window.location.reload());
      copy.querySelectorAll<HTMLInputElement>('input, select').forEach((field, index) => {
        field.value = fields[index]?.value ?? field.value;
      });
      copy.querySelector('main')?.append(notice());
      root.replaceChildren(...copy.childNodes);
    },
    /** Loads the page of the address as a link would. Resolves only if there is no other page or it cannot be loaded. */
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
