import { readChoice, storeChoice } from '#web/page/browser-storage.ts';

/** Local storage key of the chosen size of lessons' text, in percent. */
const SIZE_KEY = 'textSize';
/** Share of the screen's height above which a page counts as the one that is read. */
const READING_LINE = 0.4;

/** Enhances the text of a lesson: sizes in place, the page that is read, and its picture next to the text. */
export function enhanceText(lesson: HTMLElement): void {
  changeSizes();
  followPages(lesson);
}

function changeSizes(): void {
  const text = document.querySelector<HTMLElement>('.lesson-text');
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-size]')];
  if (!text) return;
  const textSizes = (text.dataset.sizes ?? '').split(' ');
  let at = textSizes.findIndex((size) => text.classList.contains(`text-size-${size}`));
  const show = (next: number) => {
    const [size, before] = [textSizes[next], textSizes[at]];
    if (size === undefined) return;
    // The reader stays where they are in the text.
    const read = sectionRead();
    const share = read
      ? (innerHeight * READING_LINE - read.getBoundingClientRect().top) / read.offsetHeight
      : 0;
    text.classList.replace(`text-size-${before}`, `text-size-${size}`);
    if (read && share > 0 && scrollY > 0)
      scrollBy({
        top: read.getBoundingClientRect().top + share * read.offsetHeight - innerHeight * READING_LINE,
        behavior: 'instant',
      });
    at = next;
    for (const link of links) {
      const isEnd = textSizes[at + Number(link.dataset.size)] === undefined;
      if (isEnd) link.removeAttribute('href');
      else link.href = location.href;
    }
  };
  for (const link of links)
    link.addEventListener('click', (event) => {
      event.preventDefault();
      show(at + Number(link.dataset.size));
      storeChoice(SIZE_KEY, textSizes[at] ?? '');
    });
  const rememberedSize = textSizes.indexOf(readChoice(SIZE_KEY) ?? '');
  if (rememberedSize >= 0 && !new URLSearchParams(location.search).has('size')) show(rememberedSize);
}

function sections(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('.page-of-text')];
}

/** The last page that begins above the line on which people read. */
function sectionRead(): HTMLElement | undefined {
  const line = innerHeight * READING_LINE;
  const all = sections();
  const next = all.findIndex((section) => section.getBoundingClientRect().top > line);
  return all.at(next < 0 ? -1 : Math.max(0, next - 1));
}

/** Shows the number of the page that is read, and its picture next to the text. */
function followPages(lesson: HTMLElement): void {
  const place = document.querySelector<HTMLElement>('.text-position');
  const [name, line] = [document.createElement('b'), place?.querySelector('span')];
  if (!place || !line) return;
  place.prepend(name);
  place.hidden = false;
  let isWaiting = false;
  const update = () => {
    isWaiting = false;
    const read = sectionRead();
    if (!read) return;
    const page = read.id.replace('page-', '');
    const { scrollHeight } = document.documentElement;
    line.style.inlineSize = `${(100 * scrollY) / Math.max(1, scrollHeight - innerHeight)}%`;
    if (lesson.dataset.page === page && name.textContent) return;
    lesson.dataset.page = page;
    name.textContent = (place.dataset.of ?? '').replace('0', page);
    showBeside(page, place.dataset.of ?? '');
  };
  addEventListener(
    'scroll',
    () => {
      if (isWaiting) return;
      isWaiting = true;
      requestAnimationFrame(update);
    },
    { passive: true },
  );
  update();
}

function showBeside(page: string, name: string): void {
  const picture = document.querySelector<HTMLImageElement>('[data-side-page] img');
  const link = picture?.closest('a');
  if (!picture || !link) return;
  const of = (address: string) => address.replace(/\/\d+-(?=\d+\.webp)/g, `/${page}-`);
  picture.srcset = of(picture.srcset);
  picture.src = of(picture.src);
  picture.alt = name.replace('0', page);
  link.href = of(link.href);
}
