import { type AnchorHTMLAttributes, type MouseEvent, type PointerEvent, useRef } from 'react';

export interface ViewLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** Action of the link without leaving the page; if it is absent or not loaded, the browser follows `href`. */
  onFollow?: (() => void) | undefined;
  /** Called, possibly more than once, when the link is likely to be followed: it is pointed at, touched or focused. */
  onExpect?: (() => void) | undefined;
}

/** A mouse that stays this long on a link is not just passing. */
const REST_MS = 50;

/** No prefetching for visitors who save data (Network Information API, Chromium only). */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** A real link whose plain click is handled here; a new tab or window stays the browser's business. */
export function ViewLink({ href, onFollow, onExpect, children, ...attributes }: ViewLinkProps) {
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const expect = onExpect && (() => savesData() || onExpect());
  // A mouse that moves: a page that scrolls away under it has it enter, too.
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
    // Last: when that throws, the browser follows the link.
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
