import type { Emblem } from './cover-design.ts';
import drawings from './drawings.svg';

/** Names of the icons in `src/pages/document.server.tsx` and `drawings.svg`. */
export type IconName =
  | 'star'
  | 'menu'
  | 'close'
  | 'search'
  | 'pin'
  | 'previous'
  | 'next'
  | 'chevron'
  | 'filter'
  | 'globe';

/** Whether the document contains the icon, because the first paint needs it; other icons are in `drawings.svg`. */
const isInDocument = (name: IconName) => name === 'star' || name === 'menu';

/** Whether an icon points along the reading direction, so that it is mirrored in Arabic. */
const isDirectional = (name: IconName) => name === 'previous' || name === 'next';

export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  // `width` and `height` set the size in browsers without cascade layers.
  return (
    <svg
      className={`icon ${className}${isDirectional(name) ? ' mirrored' : ''}`}
      width="20"
      height="20"
      aria-hidden="true"
    >
      <use href={isInDocument(name) ? `#i-${name}` : `${drawings}#${name}`} />
    </svg>
  );
}

/** A drawing from a separate file, which does not delay the first paint. */
export function Drawing({ name, className }: { name: Emblem | 'lamp' | 'shelf'; className?: string }) {
  return (
    <svg className={className} width="36" height="36" aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}

/** Full-page notice with a link, such as for a missing page. */
export function ArchNotice({
  heading,
  text,
  href,
  back,
}: Record<'heading' | 'text' | 'href' | 'back', string>) {
  return (
    <section className="hero notice grow" aria-labelledby="notice-title">
      <div className="wrap flex min-h-140 flex-col items-center justify-center py-16 text-center">
        <div className="arch mb-8 w-40" />
        <h1 id="notice-title" className="display mb-4 text-hero-small text-balance">
          {heading}
        </h1>
        <p className="mb-8 text-lg text-balance text-hero-text">{text}</p>
        <a href={href} className="button button-gold">
          {back}
        </a>
      </div>
    </section>
  );
}
