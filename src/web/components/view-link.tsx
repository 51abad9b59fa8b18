import { type AnchorHTMLAttributes, type MouseEvent, type PointerEvent, useRef } from 'react';

export interface ViewLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Action of the link without leaving the page; if it is absent or not loaded, the browser follows `href`. */
  onFollow?: (() => void) | undefined;
  /** Called, possibly more than once, when the visitor points at, touches or focuses the link. */
  onPrefetch?: (() => void) | undefined;
}

/** Time in milliseconds after which a mouse on a link is not just passing. */
const REST_MS = 50;

/** No prefetching for visitors who save data (Network Information API, Chromium only). */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** A real link whose plain click is handled here; the browser opens new tabs and windows. */
export function ViewLink({ href, onFollow, onPrefetch, children, ...attributes }: ViewLinkProps) {
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const expect = onPrefetch && (() => savesData() || onPrefetch());
  // Moves only: scrolling the page under a still mouse triggers an enter event too.
  const move = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') resting.current ??= setTimeout(() => expect?.(), REST_MS);
  };
  const leave = () => {
    clearTimeout(resting.current);
    resting.current = undefined;
  };
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    onFollow?.();
    // Prevents the default last: if the action throws, the browser follows the link.
    event.preventDefault();
  };
  return (
    <a
      {...attributes}
      href={href}
      onPointerMove={expect && move}
      onPointerLeave={expect && leave}
      onPointerDown={expect}
      onFocus={expect}
      onClick={onFollow && follow}
    >
      {children}
    </a>
  );
}
