import { readChoice, storeChoice } from '#web/page/browser-storage.ts';

/** Local storage key of the visitor's text size for lessons, in percent. */
const SIZE_KEY = 'textSize';
/** Assumed distance of the line being read from the top of the screen, as a share of the screen's height. */
const READING_LINE_SHARE = 0.4;

/** Enhances the text of a lesson: changes its size in place, and shows the current page's number and picture. */
export function enhanceText(lesson: HTMLElement): void {
  enableSizeLinks();
  followPages(lesson);
}

function enableSizeLinks(): void {
  const text = document.querySelector<HTMLElement>('.lesson-text');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-size]')];
  if (!text) return;
  const textSizes = (text.dataset.sizes ?? '').split(' ');
  let sizeIndex = textSizes.findIndex((size) => text.classList.contains(`text-size-${size}`));
  const applySize = (newIndex: number) => {
    const [size, previousSize] = [textSizes[newIndex], textSizes[sizeIndex]];
    if (size === undefined) return;
    // Keeps the sentence that is being read at the same height on the screen.
    const current = findCurrentSection();
    const progress = current
      ? (innerHeight * READING_LINE_SHARE - current.getBoundingClientRect().top) / current.offsetHeight
      : 0;
    text.classList.replace(`text-size-${previousSize}`, `text-size-${size}`);
    if (current && progress > 0 && scrollY > 0)
      scrollBy({
        top:
          current.getBoundingClientRect().top +
          progress * current.offsetHeight -
          innerHeight * READING_LINE_SHARE,
        behavior: 'instant',
      });
    sizeIndex = newIndex;
    for (const link of links) {
      const isLastSize = textSizes[sizeIndex + Number(link.dataset.size)] === undefined;
      if (isLastSize) link.removeAttribute('href');
      else link.href = location.href;
    }
  };
  for (const link of links)
    link.addEventListener('click', (event) => {
      event.preventDefault();
      applySize(sizeIndex + Number(link.dataset.size));
      storeChoice(SIZE_KEY, textSizes[sizeIndex] ?? '');
    });
  const storedIndex = textSizes.indexOf(readChoice(SIZE_KEY) ?? '');
  if (storedIndex >= 0 && !new URLSearchParams(location.search).has('size')) applySize(storedIndex);
}

function listSections(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.page-of-text')];
}

/** Returns the last page that begins above the reading line, or the first page if none does. */
function findCurrentSection(): HTMLElement | undefined {
  const line = innerHeight * READING_LINE_SHARE;
  const pages = listSections();
  const nextIndex = pages.findIndex((section) => section.getBoundingClientRect().top > line);
  return pages.at(nextIndex < 0 ? -1 : Math.max(0, nextIndex - 1));
}

/** Shows the number of the current page, and its picture next to the text. */
function followPages(lesson: HTMLElement): void {
  const position = document.querySelector<HTMLElement>('.text-position');
  const [label, progressBar] = [document.createElement('b'), position?.querySelector('span')];
  if (!position || !progressBar) return;
  position.prepend(label);
  position.hidden = false;
  let isScheduled = false;
  const update = () => {
    isScheduled = false;
    const current = findCurrentSection();
    if (!current) return;
    const page = current.id.replace('page-', '');
    const { scrollHeight } = document.documentElement;
    progressBar.style.inlineSize = `${(100 * scrollY) / Math.max(1, scrollHeight - innerHeight)}%`;
    if (lesson.dataset.page === page && label.textContent) return;
    lesson.dataset.page = page;
    label.textContent = (position.dataset.of ?? '').replace('0', page);
    showPicture(page, position.dataset.of ?? '');
  };
  addEventListener(
    'scroll',
    () => {
      if (isScheduled) return;
      isScheduled = true;
      requestAnimationFrame(update);
    },
    { passive: true },
  );
  update();
}

function showPicture(page: string, label: string): void {
  const picture = document.querySelector<HTMLImageElement>('[data-side-page] img');
  const link = picture?.closest('a');
  if (!picture || !link) return;
  const replacePage = (address: string) => address.replace(/\/\d+-(?=\d+\.webp)/g, `/${page}-`);
  picture.srcset = replacePage(picture.srcset);
  picture.src = replacePage(picture.src);
  picture.alt = label.replace('0', page);
  link.href = replacePage(link.href);
}
