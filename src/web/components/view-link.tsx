import { type AnchorHTMLAttributes, type MouseEvent, type PointerEvent, useRef } from 'react';

export interface ViewLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Called on a plain click instead of following `href`. If it is absent, or before hydration, the browser follows `href`. */
  onFollow?: (() => void) | undefined;
  /** Called, possibly more than once, when the visitor points at, touches or focuses the link; not if data saving is on. */
  onPrefetch?: (() => void) | undefined;
}

/** Time after which a mouse over a link counts as pointing at it, not as passing over it. */
const HOVER_DELAY_MS = 50;

/** Whether the visitor turned on data saving, which disables prefetching (Network Information API, Chromium only). */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** A link whose plain clicks call `onFollow`; the browser handles clicks with other buttons or modifier keys. */
export function ViewLink({ href, onFollow, onPrefetch, children, ...attributes }: ViewLinkProps) {
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const prefetch = onPrefetch && (() => savesData() || onPrefetch());
  // Uses move events: an enter event also occurs when the page scrolls under a still mouse.
  const move = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') hoverTimer.current ??= setTimeout(() => prefetch?.(), HOVER_DELAY_MS);
  };
  const leave = () => {
    clearTimeout(hoverTimer.current);
    hoverTimer.current = undefined;
  };
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    onFollow?.();
    // Last, so that the browser follows the link if `onFollow` throws.
    event.preventDefault();
  };
  return (
    <a
      {...attributes}
      href={href}
      onPointerMove={prefetch && move}
      onPointerLeave={prefetch && leave}
      onPointerDown={prefetch}
      onFocus={prefetch}
      onClick={onFollow && follow}
    >
      {children}
    </a>
  );
}
