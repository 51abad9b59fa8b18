import { lessonPagePath } from '#contract/urls.ts';
import {
  LANGUAGE_KEY,
  listLastPages,
  readChoice,
  storeChoice,
  storeLastPage,
} from '#web/page/browser-storage.ts';
import '#web/styles/lesson.css';

/** Delay before the first retry of a picture, doubled for each further retry. The server's drawing queue may have been full. */
const PICTURE_RETRY_DELAY_MS = 4000;
const MAX_PICTURE_RETRIES = 4;
/** Slower or shorter movements are not swipes. */
const MAX_SWIPE_MS = 600;
const MIN_SWIPE_PX = 50;
/** Delay before the next page is prefetched; a visitor who leaves sooner does not need it. */
const PREFETCH_DELAY_MS = 1500;

/** Local storage key of the visitor's reading mode: `page` or `text`. */
const MODE_KEY = 'reading';
/** Root font size from which text counts as large; browsers default to 16 px. */
const MIN_LARGE_TEXT_PX = 18;

const lesson = document.querySelector<HTMLElement>('.lesson');
const isText = lesson?.dataset.as === 'text';

// Progressive enhancements: a lesson's page is readable without them.
applyReadingMode();
retryPicture();
enablePageTurning();
enableSharing();
enableCopyButtons();
if (lesson) rememberPage(lesson.dataset);
if (lesson && isText) void import('./text-view.ts').then(({ enhanceText }) => enhanceText(lesson));
if (matchMedia('(prefers-color-scheme: dark)').matches)
  void import('./night-pages.ts').then(({ darkenPages }) => darkenPages());
openPictureOnTap();
prefetchNextPage();
enableLanguageLinks();
document.querySelector('[data-print]')?.addEventListener('click', () => window.print());
for (const button of document.querySelectorAll<HTMLElement>('[data-print], [data-copy]'))
  button.dataset.ready = '';

/** Stores the choice of pages or text. Opens the text if it was chosen or fonts are large, unless the visitor comes from this lesson. */
function applyReadingMode(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-mode]')];
  for (const link of links)
    link.addEventListener('click', () => storeChoice(MODE_KEY, link.dataset.mode ?? 'page'));
  const text = links.find(({ dataset }) => dataset.mode === 'text');
  const isFromThisLesson = document.referrer.includes(lessonPagePath(lesson?.dataset.lesson ?? ''));
  const mode = readChoice(MODE_KEY) ?? (hasLargeText() && 'text');
  if (!isText && text && !isFromThisLesson && mode === 'text') location.replace(text.href);
}

/** Whether the browser's font size is large, or zoom makes the screen as narrow as in `large-text.css`. */
function hasLargeText(): boolean {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return size >= MIN_LARGE_TEXT_PX || matchMedia('(max-width: 19rem)').matches;
}

/** Whether a modifier key gives a click or key another meaning, such as opening a new tab. */
function isModified({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent | KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

/** Shows a tapped picture full screen. */
function openPictureOnTap(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-enlarge]'))
    link.addEventListener('click', (event) => {
      if (isModified(event)) return;
      event.preventDefault();
      import('./page-viewer.ts').then(
        ({ openPageViewer }) => openPageViewer(link),
        () => location.assign(link.href),
      );
    });
}

/** Retries a picture that fails to load, and shows a notice after the second failure. */
function retryPicture(): void {
  const picture = document.querySelector<HTMLImageElement>('.page-picture img');
  const failureNotice = document.querySelector<HTMLElement>('.page-failed');
  if (!picture || !failureNotice) return;
  let failures = 0;
  const handleFailure = () => {
    failures += 1;
    // Hides the broken-image icon, which would cover the notice that the picture is being prepared.
    picture.style.opacity = '0';
    if (failures > 1) failureNotice.hidden = false;
    if (failures > MAX_PICTURE_RETRIES) return;
    const delay = PICTURE_RETRY_DELAY_MS * 2 ** (failures - 1);
    setTimeout(() => picture.setAttribute('srcset', picture.srcset), delay);
  };
  picture.addEventListener('error', handleFailure);
  picture.addEventListener('load', () => {
    picture.style.opacity = '';
    failureNotice.hidden = true;
  });
  // The picture may have failed before this script loaded.
  if (picture.complete && picture.naturalWidth === 0) handleFailure();
}

/** Turns pages on arrow keys and swipes, following the reading direction of the lesson. */
function enablePageTurning(): void {
  const navigation = document.querySelector<HTMLElement>('.page-nav');
  const picture = document.querySelector<HTMLElement>('.page-picture');
  if (!navigation || !picture) return;
  /** Follows the link to the next or previous page, whichever is on that side in the reading direction. */
  const turnTo = (side: 'left' | 'right') => {
    const isNext = (side === 'left') === (navigation.dir === 'rtl');
    navigation.querySelector<HTMLAnchorElement>(`a[rel=${isNext ? 'next' : 'prev'}]`)?.click();
  };

  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (isModified(event) || needsArrowKeys(target)) return;
    if (key === 'ArrowLeft' || key === 'ArrowRight') turnTo(key === 'ArrowLeft' ? 'left' : 'right');
  });

  let start: { x: number; y: number; time: number } | undefined;
  picture.addEventListener(
    'touchstart',
    ({ touches: [touch, secondTouch], timeStamp }) => {
      start = touch && !secondTouch ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : undefined;
    },
    { passive: true },
  );
  picture.addEventListener('touchend', ({ changedTouches: [touch], timeStamp }) => {
    if (!start || !touch || isEnlarged() || timeStamp - start.time > MAX_SWIPE_MS) return;
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
    // A swipe to the right reveals the page on the left.
    if (Math.abs(x) > MIN_SWIPE_PX && Math.abs(x) > 2 * Math.abs(y)) turnTo(x > 0 ? 'left' : 'right');
  });
}

/** Whether the focused element uses the arrow keys, or they scroll a page that is wider than the screen. */
function needsArrowKeys(target: EventTarget | null): boolean {
  const isField = target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
  const { scrollWidth, clientWidth } = document.documentElement;
  return isField || isEnlarged() || scrollWidth > clientWidth;
}

function isEnlarged(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}

/** Makes the share button open the browser's share dialog. The list of links opens if there is none or sharing fails. */
function enableSharing(): void {
  const shareMenu = document.querySelector<HTMLDetailsElement>('.lesson-share');
  const address = shareMenu?.querySelector('input');
  if (!shareMenu || !address) return;

  shareMenu.querySelector('summary')?.addEventListener('click', (event) => {
    if (shareMenu.open || !('share' in navigator)) return;
    event.preventDefault();
    navigator.share({ title: shareMenu.dataset.title ?? '', url: address.value }).catch((error: Error) => {
      // `AbortError` means that the visitor closed the dialog.
      if (error.name !== 'AbortError') shareMenu.open = true;
    });
  });
}

/** Makes each copy button copy the address or quotation next to it. */
function enableCopyButtons(): void {
  for (const button of document.querySelectorAll('[data-copy]')) {
    const field = button.parentElement?.querySelector<HTMLInputElement | HTMLTextAreaElement>('[readonly]');
    const status = button.parentElement?.querySelector<HTMLElement>('[role=status]');
    if (!field || !status) continue;
    if (field instanceof HTMLInputElement) field.addEventListener('focus', () => field.select());
    button.addEventListener('click', async () => {
      status.textContent = ((await copy(field)) ? status.dataset.copied : status.dataset.notCopied) ?? '';
    });
  }
}

async function copy(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // The clipboard API requires https; without it, only `execCommand` can copy.
    field.select();
    return document.execCommand('copy');
  }
}

/** Stores the current page, and offers a returning visitor the page that they read last. */
function rememberPage({ lesson = '', page = '1', pages }: DOMStringMap): void {
  const pageCount = pages === undefined ? undefined : Number(pages);
  const lastPage = listLastPages().find(([id]) => id === lesson)?.[1] ?? 1;
  // A visitor who turns back to the first page gets no offer: the links between pages have a hash.
  const isFreshStart = page === '1' && location.hash === '';
  if (isFreshStart && lastPage > 1 && lastPage <= (pageCount ?? 1)) offerToContinue(lesson, lastPage);
  if (isText)
    // The text view's script updates the current page while the visitor scrolls.
    addEventListener('pagehide', () =>
      storeLastPage(lesson, Number(document.querySelector<HTMLElement>('.lesson')?.dataset.page), pageCount),
    );
  else if (!isFreshStart) storeLastPage(lesson, Number(page), pageCount);
}

function offerToContinue(lesson: string, page: number): void {
  const notice = document.querySelector<HTMLElement>('.lesson-resume');
  const link = notice?.querySelector('a');
  if (!notice || !link) return;
  const fragment = isText ? `page-${page}` : 'page';
  link.href = document.getElementById(`page-${page}`)
    ? `#${fragment}`
    : `${lessonPagePath(lesson, page)}${location.search}#${fragment}`;
  link.textContent = (link.dataset.text ?? '').replace('#', String(page));
  notice.querySelector('button')?.addEventListener('click', () => {
    notice.hidden = true;
    // Hiding the focused button would otherwise move the focus to the start of the page.
    document.getElementById('page')?.focus({ preventScroll: true });
  });
  notice.hidden = false;
}

/** Fetches the next page and its picture before the visitor turns the page. */
function prefetchNextPage(): void {
  const nextLink = document.querySelector<HTMLAnchorElement>('.page-nav a[rel=next]');
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!nextLink || connection?.saveData) return;
  setTimeout(() => {
    if (document.visibilityState === 'visible') void prefetchPage(nextLink.href);
  }, PREFETCH_DELAY_MS);
}

async function prefetchPage(href: string): Promise<void> {
  try {
    const response = await fetch(href);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const [preloadedPicture, source] = [
      new Image(),
      page.querySelector<HTMLImageElement>('.page-picture img'),
    ];
    if (!source) return;
    preloadedPicture.sizes = source.sizes;
    preloadedPicture.srcset = source.srcset;
  } catch {
    // A failure has no effect: the browser fetches the page when the visitor turns to it.
  }
}

/** Replaces the history entry when the language changes, as on the home page, so that Back leads to the previous page. */
function enableLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.language-link')) {
    link.addEventListener('click', (event) => {
      if (isModified(event)) return;
      event.preventDefault();
      storeChoice(LANGUAGE_KEY, link.hreflang);
      location.replace(link.href + location.hash);
    });
  }
}
