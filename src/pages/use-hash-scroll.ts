import { useEffect } from 'react';

/** Time to wait for a target (docs/rules.md#the-library-on-a-page). */
const TIMEOUT_MS = 10_000;

/** Scrolls to the element the address names, on load and on each change of the hash, and gives it the focus. */
export function useHashScroll(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new MutationObserver(scroll);
    function stop() {
      observer.disconnect();
      clearTimeout(timer);
    }
    function scroll() {
      const element = document.getElementById(hashId());
      if (!element) return;
      stop();
      scrollTo(element);
    }
    const follow = () => {
      stop();
      if (hashId() === '') return;
      observer.observe(document.body, { childList: true, subtree: true });
      timer = setTimeout(stop, TIMEOUT_MS);
      scroll();
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => {
      stop();
      window.removeEventListener('hashchange', follow);
    };
  }, []);
}

function hashId(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1));
  } catch {
    return '';
  }
}

function scrollTo(element: HTMLElement): void {
  const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' });
  // A scroll alone would not move the focus. A visitor who is already typing keeps it.
  if (!document.activeElement?.matches('input, select')) element.focus({ preventScroll: true });
}
