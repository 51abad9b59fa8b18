/** Milliseconds and pixels of a swipe; what is slower or shorter is a touch. */
const longest = 600;
const shortest = 50;

/** Turns pages by arrow keys and swipes, each in the direction of the lesson. */
export function turnPages(): void {
  const turner = document.querySelector<HTMLElement>('.turner');
  const picture = document.querySelector<HTMLElement>('.page-picture');
  if (!turner || !picture) return;
  /** Follows the link to the page on that side of the screen. */
  const turnTo = (side: 'left' | 'right') => {
    const isNext = (side === 'left') === (turner.dir === 'rtl');
    turner.querySelector<HTMLAnchorElement>(`a[rel=${isNext ? 'next' : 'prev'}]`)?.click();
  };

  document.addEventListener('keydown', (event) => {
    const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || isUsed(target)) return;
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
    if (!start || !touch || isEnlarged() || timeStamp - start.time > longest) return;
    const [x, y] = [touch.clientX - start.x, touch.clientY - start.y];
    // Whoever moves a page to the right wants what is on its left.
    if (Math.abs(x) > shortest && Math.abs(x) > 2 * Math.abs(y)) turnTo(x > 0 ? 'left' : 'right');
  });
}

/** Whether the arrow keys already mean something there, or move over a page that is wider than the screen. */
function isUsed(target: EventTarget | null): boolean {
  const isField = target instanceof Element && target.closest('input, select, textarea, dialog') !== null;
  const { scrollWidth, clientWidth } = document.documentElement;
  return isField || isEnlarged() || scrollWidth > clientWidth;
}

function isEnlarged(): boolean {
  return (window.visualViewport?.scale ?? 1) > 1.01;
}
