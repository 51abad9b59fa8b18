/** Largest magnification, and the one that a double tap chooses. */
const MAX_SCALE = 6;
const TAP_SCALE = 2.5;
const DOUBLE_TAP_MS = 300;

/** Fills the screen with a page's picture: two fingers magnify it, one moves it, a double tap magnifies and takes it back. */
export function openPage(link: HTMLAnchorElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'page-viewer';
  dialog.setAttribute('aria-label', link.dataset.enlarge ?? '');
  const picture = document.createElement('img');
  picture.src = link.href;
  picture.alt = link.querySelector('img')?.alt ?? '';
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'button button-solid';
  close.textContent = link.dataset.close ?? '';
  close.addEventListener('click', () => dialog.close());
  // The browser's Back closes it, as people expect on a phone.
  history.pushState('enlarged', '');
  const goBack = () => dialog.close();
  addEventListener('popstate', goBack, { once: true });
  const sheet = document.createElement('div');
  sheet.dataset.night = link.closest('figure')?.dataset.night ?? 'dim';
  sheet.tabIndex = 0;
  sheet.append(picture);
  dialog.append(sheet, close);
  dialog.addEventListener('close', () => {
    dialog.remove();
    removeEventListener('popstate', goBack);
    if (history.state === 'enlarged') history.back();
    link.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  magnify(sheet, picture);
  dialog.showModal();
  close.focus();
}

interface Point {
  x: number;
  y: number;
}

function magnify(sheet: HTMLElement, picture: HTMLElement): void {
  let scale = 1;
  /** Magnifies around a point of the screen, which stays where it is. */
  const show = (next: number, { x, y }: Point) => {
    const newScale = Math.min(MAX_SCALE, Math.max(1, next));
    const before = picture.getBoundingClientRect();
    picture.style.inlineSize = `${100 * newScale}%`;
    const after = picture.getBoundingClientRect();
    const share = newScale / scale;
    sheet.scrollBy(after.left + (x - before.left) * share - x, after.top + (y - before.top) * share - y);
    scale = newScale;
  };
  const fingers = new Map<number, Point>();
  let apart = 0;
  let tapped = 0;
  const between = () => {
    const [first, second] = [...fingers.values()];
    if (!first || !second) return undefined;
    return {
      x: (first.x + second.x) / 2,
      y: (first.y + second.y) / 2,
      apart: Math.hypot(first.x - second.x, first.y - second.y),
    };
  };
  const place = ({ clientX: x, clientY: y }: MouseEvent) => ({ x, y });
  sheet.addEventListener('pointerdown', (event) => {
    fingers.set(event.pointerId, place(event));
    apart = between()?.apart ?? 0;
  });
  sheet.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, place(event));
    const now = between();
    if (!now || apart === 0) return;
    show((scale * now.apart) / apart, now);
    apart = now.apart;
  });
  for (const end of ['pointerup', 'pointercancel'] as const)
    sheet.addEventListener(end, ({ pointerId }) => {
      fingers.delete(pointerId);
      apart = 0;
    });
  sheet.addEventListener('click', (event) => {
    const isDouble = event.timeStamp - tapped < DOUBLE_TAP_MS;
    tapped = isDouble ? 0 : event.timeStamp;
    if (isDouble) show(scale > 1 ? 1 : TAP_SCALE, place(event));
  });
  sheet.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      show(scale * Math.exp(-event.deltaY / 200), place(event));
    },
    { passive: false },
  );
  sheet.addEventListener('keydown', ({ key }) => {
    const center = { x: innerWidth / 2, y: innerHeight / 2 };
    if (key === '+' || key === '=') show(scale * 1.25, center);
    if (key === '-') show(scale / 1.25, center);
  });
}
