import { useEffect } from 'react';

/** How long a target is waited for (docs/rules.md#the-library-on-a-page). */
const patienceMilliseconds = 10_000;

/** Scrolls to the element the address names, on load and on each change of the hash, and gives it the focus. */
export function useHashScroll(): void {
  useEffect(() => {
    let stop = () => {};
    const follow = () => {
      stop();
      const id = decodeHash(window.location.hash);
      if (id !== '') stop = whenPresent(id, scrollTo);
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => {
      stop();
      window.removeEventListener('hashchange', follow);
    };
  }, []);
}

function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

function scrollTo(element: HTMLElement): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' });
  // A scroll alone would leave the keyboard where it was; whoever types there already, before the program came, keeps it.
  if (!document.activeElement?.matches('input, select')) element.focus({ preventScroll: true });
}

/** Calls back with the element now, or as soon as it appears; gives up after 10 s or when told to stop. */
function whenPresent(id: string, found: (element: HTMLElement) => void): () => void {
  const present = document.getElementById(id);
  if (present) {
    found(present);
    return () => {};
  }
  const observer = new MutationObserver(() => {
    const element = document.getElementById(id);
    if (!element) return;
    stop();
    found(element);
  });
  const timer = setTimeout(() => observer.disconnect(), patienceMilliseconds);
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
