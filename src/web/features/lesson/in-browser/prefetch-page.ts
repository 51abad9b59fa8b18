/** Milliseconds on a page after which the next one is fetched: who leaves sooner does not need it. */
const stay = 1500;

/** Has the next page there, with its picture, when the visitor turns to it. */
export function prefetchPage(): void {
  const next = document.querySelector<HTMLAnchorElement>('.turner a[rel=next]');
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!next || connection?.saveData) return;
  setTimeout(() => {
    if (document.visibilityState === 'visible') void fetchPage(next.href);
  }, stay);
}

async function fetchPage(href: string): Promise<void> {
  try {
    const answer = await fetch(href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [picture, found] = [new Image(), page.querySelector<HTMLImageElement>('.page-picture img')];
    if (!found) return;
    picture.sizes = found.sizes;
    picture.srcset = found.srcset;
  } catch {
    // It is fetched when it is needed.
  }
}
