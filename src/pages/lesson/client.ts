import { lessonPagePath } from '#contract/urls.ts';
import {
  LANGUAGE_KEY,
  listLastPages,
  readChoice,
  storeChoice,
  storeLastPage,
} from '#web/page/browser-storage.ts';
import '#web/styles/lesson.css';

/** Delay before the first retry of a picture, doubled each time: the drawing queue may have been full. */
const PICTURE_RETRY_MS = 4000;
const MAX_PICTURE_RETRIES = 4;
/** A movement that is slower or shorter is a touch, not a swipe. */
const MAX_SWIPE_MS = 600;
const MIN_SWIPE_PX = 50;
/** A visitor who leaves sooner does not need the next page. */
const PREFETCH_AFTER_MS = 1500;

/** Local storage key of how the visitor reads: `page` or `text`. */
const MODE_KEY = 'reading';
/** The browser's text size from which letters count as large; 16 is usual. */
const LARGE_TEXT_PX = 18;

const lesson = document.querySelector<HTMLElement>('.lesson');
const isText = lesson?.dataset.as === 'text';

// Enhancements of a lesson's page, which is readable without them.
rememberMode();
watchPicture();
turnPages();
shareLesson();
copyTexts();
rememberPage(lesson?.dataset ?? {});
if (lesson && isText) void import('./text-view.ts').then(({ enhanceText }) => enhanceText(lesson));
if (matchMedia('(prefers-color-scheme: dark)').matches)
  void import('./night-pages.ts').then(({ darkenPages }) => darkenPages());
enlargePage();
prefetchPage();
switchLanguage();
document.querySelector('[data-print]')?.addEventListener('click', () => window.print());
for (const button of document.querySelectorAll<HTMLElement>('[data-print], [data-copy]'))
  button.dataset.ready = '';

/** Remembers the choice of pages or text, and opens lessons that way when the visitor comes from elsewhere. */
function rememberMode(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-mode]')];
  for (const link of links)
    link.addEventListener('click', () => storeChoice(MODE_KEY, link.dataset.mode ?? 'page'));
  const text = links.find(({ dataset }) => dataset.mode === 'text');
  const isFromHere = document.referrer.includes(lessonPagePath(lesson?.dataset.lesson ?? ''));
  const mode = readChoice(MODE_KEY) ?? (hasLargeText() && 'text');
  if (!isText && text && !isFromHere && mode === 'text') location.replace(text.href);
}

/** Whether the visitor chose large letters, or zoomed a phone, as in `large-text.css`. */
function hasLargeText(): boolean {
  const size = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return size >= LARGE_TEXT_PX || matchMedia('(max-width: 19rem)').matches;
}

/** Whether the browser gives a click or key another meaning, such as a new tab. */
function isModified({ altKey, ctrlKey, metaKey, shiftKey }: MouseEvent | KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey;
}

/** Fills the screen with the picture that is tapped. */
function enlargePage(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-enlarge]'))
    link.addEventListener('click', (event) => {
      if (isModified(event)) return;
      event.preventDefault();
      import('./page-viewer.ts').then(
        ({ openPage }) => openPage(link),
        () => location.assign(link.href),
      );
    });
}

/** Shows a notice in place of a picture that could not be loaded. */
function watchPicture(): void {
  const picture = document.querySelector<HTMLImageElement>('.page-picture img');
  const failed = document.querySelector<HTMLElement>('.page-failed');
  if (!picture || !failed) return;
  let tries = 0;
  const fail = () => {
    tries += 1;
    // Browsers draw their broken-picture sign over the notice that the picture is being prepared.
    picture.style.opacity = '0';
    if (tries > 1) failed.hidden = false;
    if (tries > MAX_PICTURE_RETRIES) return;
    const delay = PICTURE_RETRY_MS * 2 ** (tries - 1);
    setTimeout(() => picture.setAttribute('srcset', picture.srcset), delay);
  };
  picture.addEventListener('error', fail);
  picture.addEventListener('load', () => {
    picture.style.opacity = '';
    failed.hidden = true;
  });
  // The picture may have failed before this script loaded.
  if (picture.complete && picture.naturalWidth === 0) fail();
}

/** Turns pages by arrow keys and swipes, each in the direction of the lesson. */
function turnPages(): void {
  const navigation = document.querySelector<HTMLElement>('.page-nav');
  const picture = document.querySelector<HTMLElement>('.page-picture');
  if (!navigation || !picture) return;
  /** Follows the link to the page on that side of the screen. */
  const turnTo = (side: 'left' | 'right') => {
    const isNext = (side === 'left') === (navigation.dir === 'rtl');
    navigation.querySelector<HTMLAnchorElement>(`a[rel=${isNext ? 'next' : 'prev'}]`)?.click();
  };

  document.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (isModified(event) || isUsed(target)) return;
    if (key === 'ArrowLeft' || key === 'ArrowRight') turnTo(key === 'ArrowLeft' ? 'left' : 'right');
  });

  let start: { x: number; y: number; time: number } | undefined;
  picture.addEventListener(
    'touchstart',
    ({ touches: [touch, second], timeStamp }) => {
      start = touch && !second ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : undefined;
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

/** Whether the arrow keys already have a meaning there, or scroll a page wider than the screen. */
function isUsed(target: EventTarget | null): boolean {
  const isField = target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
  const { scrollWidth, clientWidth } = document.documentElement;
  return isField || isEnlarged() || scrollWidth > clientWidth;
}

function isEnlarged(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}

/** Opens the browser's own share dialog if it has one; else the links. */
function shareLesson(): void {
  const share = document.querySelector<HTMLDetailsElement>('.lesson-share');
  const address = share?.querySelector('input');
  if (!share || !address) return;

  share.querySelector('summary')?.addEventListener('click', (event) => {
    if (share.open || !('share' in navigator)) return;
    event.preventDefault();
    navigator.share({ title: share.dataset.title ?? '', url: address.value }).catch((error: Error) => {
      // `AbortError` means that the visitor closed the dialog.
      if (error.name !== 'AbortError') share.open = true;
    });
  });
}

/** Copies the address or quotation next to each button that does that. */
function copyTexts(): void {
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
    // Without https this is the only way to copy.
    field.select();
    return document.execCommand('copy');
  }
}

/** Offers a returning visitor the page that they read last. */
function rememberPage({ lesson = '', page = '1', pages = '1' }: DOMStringMap): void {
  const last = listLastPages().find(([id]) => id === lesson)?.[1] ?? 1;
  // A visitor who turned back to the first page is not redirected again.
  const isNew = page === '1' && location.hash === '';
  if (isNew && last > 1 && last <= Number(pages)) offer(lesson, last);
  if (isText)
    // The current page, which the text view's script names.
    addEventListener('pagehide', () =>
      storeLastPage(
        lesson,
        Number(document.querySelector<HTMLElement>('.lesson')?.dataset.page),
        Number(pages),
      ),
    );
  else if (!isNew) storeLastPage(lesson, Number(page), Number(pages));
}

function offer(lesson: string, page: number): void {
  const note = document.querySelector<HTMLElement>('.lesson-resume');
  const link = note?.querySelector('a');
  if (!note || !link) return;
  const place = isText ? `page-${page}` : 'page';
  link.href = document.getElementById(`page-${page}`)
    ? `#${place}`
    : `${lessonPagePath(lesson, page)}${location.search}#${place}`;
  link.textContent = (link.dataset.text ?? '').replace('#', String(page));
  note.querySelector('button')?.addEventListener('click', () => {
    note.hidden = true;
    // Otherwise the focus would return to the start of the page with the removed button.
    document.getElementById('page')?.focus({ preventScroll: true });
  });
  note.hidden = false;
}

/** Fetches the next page and its picture before the visitor turns to it. */
function prefetchPage(): void {
  const next = document.querySelector<HTMLAnchorElement>('.page-nav a[rel=next]');
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!next || connection?.saveData) return;
  setTimeout(() => {
    if (document.visibilityState === 'visible') void fetchPage(next.href);
  }, PREFETCH_AFTER_MS);
}

async function fetchPage(href: string): Promise<void> {
  try {
    const answer = await fetch(href);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const [picture, current] = [new Image(), page.querySelector<HTMLImageElement>('.page-picture img')];
    if (!current) return;
    picture.sizes = current.sizes;
    picture.srcset = current.srcset;
  } catch {
    // The page is fetched when the visitor turns to it.
  }
}

/** Switches the language in place, as the home page does: Back leads to the previous page, and the scroll position stays. */
function switchLanguage(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.language-link')) {
    link.addEventListener('click', (event) => {
      if (isModified(event)) return;
      event.preventDefault();
      storeChoice(LANGUAGE_KEY, link.hreflang);
      location.replace(link.href + location.hash);
    });
  }
}
