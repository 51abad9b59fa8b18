import type { AnchorHTMLAttributes, MouseEvent } from 'react';

interface ViewLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  /** What the link does without leaving the page; the browser follows `href` where it is absent or not loaded. */
  onFollow?: (() => void) | undefined;
}

/** A real link whose plain click is handled here; a new tab or window stays the browser's business. */
export function ViewLink({ href, onFollow, children, ...attributes }: ViewLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    onFollow?.();
    // Last: when that throws, the browser follows the link.
    event.preventDefault();
  };
  return (
    <a {...attributes} href={href} onClick={onFollow && follow}>
      {children}
    </a>
  );
}
