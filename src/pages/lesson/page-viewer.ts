/** Maximum zoom, and the zoom of a double tap. */
const MAX_SCALE = 6;
const DOUBLE_TAP_SCALE = 2.5;
const DOUBLE_TAP_MS = 300;

/** Shows a page's picture full screen: two fingers zoom it, one finger moves it, a double tap zooms in and out. */
export function openPageViewer(link: HTMLAnchorElement): void {
  const dialog = document.createElement('dialog');
  dialog.className = 'page-viewer';
  dialog.setAttribute('aria-label', link.dataset.enlarge ?? '');
  const picture = document.createElement('img');
  picture.src = link.href;
  const preview = link.querySelector('img');
  picture.alt = preview?.alt ?? '';
  if (preview && preview.naturalWidth > 0) {
    // Shows the page's smaller picture until the large one has loaded.
    picture.width = preview.naturalWidth;
    picture.height = preview.naturalHeight;
    picture.style.background = `url("${preview.currentSrc}") 0 / 100% 100%`;
  }
  const closeButton = document.createElement('button');
  closeButton.type = 'button';
  closeButton.className = 'button button-solid';
  closeButton.textContent = link.dataset.close ?? '';
  closeButton.addEventListener('click', () => dialog.close());
  // A history entry lets Back close the dialog, as people expect on a phone.
  history.pushState('enlarged', '');
  const closeOnBack = () => dialog.close();
  addEventListener('popstate', closeOnBack, { once: true });
  const viewport = document.createElement('div');
  viewport.dataset.night = link.closest('figure')?.dataset.night ?? 'dim';
  viewport.tabIndex = 0;
  viewport.append(picture);
  dialog.append(viewport, closeButton);
  dialog.addEventListener('close', () => {
    dialog.remove();
    removeEventListener('popstate', closeOnBack);
    if (history.state === 'enlarged') history.back();
    link.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  enableZoom(viewport, picture);
  dialog.showModal();
  closeButton.focus();
}

interface Point {
  x: number;
  y: number;
}

function enableZoom(viewport: HTMLElement, picture: HTMLElement): void {
  let scale = 1;
  /** Zooms around a fixed point of the screen. */
  const zoomTo = (requestedScale: number, { x, y }: Point) => {
    const newScale = Math.min(MAX_SCALE, Math.max(1, requestedScale));
    const oldBox = picture.getBoundingClientRect();
    picture.style.inlineSize = `${100 * newScale}%`;
    const newBox = picture.getBoundingClientRect();
    const ratio = newScale / scale;
    viewport.scrollBy(newBox.left + (x - oldBox.left) * ratio - x, newBox.top + (y - oldBox.top) * ratio - y);
    scale = newScale;
  };
  const fingers = new Map<number, Point>();
  let lastDistance = 0;
  let lastTapTime = 0;
  /** Returns the point between two fingers and their distance; undefined without two fingers. */
  const measurePinch = () => {
    const [first, second] = [...fingers.values()];
    if (!first || !second) return undefined;
    return {
      x: (first.x + second.x) / 2,
      y: (first.y + second.y) / 2,
      distance: Math.hypot(first.x - second.x, first.y - second.y),
    };
  };
  const toPoint = ({ clientX: x, clientY: y }: MouseEvent) => ({ x, y });
  viewport.addEventListener('pointerdown', (event) => {
    fingers.set(event.pointerId, toPoint(event));
    lastDistance = measurePinch()?.distance ?? 0;
  });
  viewport.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    fingers.set(event.pointerId, toPoint(event));
    const pinch = measurePinch();
    if (!pinch || lastDistance === 0) return;
    zoomTo((scale * pinch.distance) / lastDistance, pinch);
    lastDistance = pinch.distance;
  });
  for (const eventType of ['pointerup', 'pointercancel'] as const)
    viewport.addEventListener(eventType, ({ pointerId }) => {
      fingers.delete(pointerId);
      lastDistance = 0;
    });
  viewport.addEventListener('click', (event) => {
    const isDouble = event.timeStamp - lastTapTime < DOUBLE_TAP_MS;
    lastTapTime = isDouble ? 0 : event.timeStamp;
    if (isDouble) zoomTo(scale > 1 ? 1 : DOUBLE_TAP_SCALE, toPoint(event));
  });
  viewport.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoomTo(scale * Math.exp(-event.deltaY / 200), toPoint(event));
    },
    { passive: false },
  );
  viewport.addEventListener('keydown', ({ key }) => {
    const center = { x: innerWidth / 2, y: innerHeight / 2 };
    if (key === '+' || key === '=') zoomTo(scale * 1.25, center);
    if (key === '-') zoomTo(scale / 1.25, center);
  });
}
