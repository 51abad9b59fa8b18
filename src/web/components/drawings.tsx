import type { Emblem } from './cover-design.ts';
import drawings from './drawings.svg';

/** Names of the drawings in `src/pages/document.server.tsx` and in `drawings.svg`. */
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

/** Icons of the first view are in the document. The others are in the file, as the drawings are. */
const isInDocument = (name: IconName) => name === 'star' || name === 'menu';

/** Icons that point along the reading direction and turn around with it. */
const isDirectional = (name: IconName) => name === 'previous' || name === 'next';

export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  // Its size in browsers without cascade layers.
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

/** A drawing from a separate file, for which the first view does not wait. */
export function Drawing({ name, className }: { name: Emblem | 'lamp' | 'shelf'; className?: string }) {
  return (
    <svg className={className} width="36" height="36" aria-hidden="true">
      <use href={`${drawings}#${name}`} />
    </svg>
  );
}

/** Notice in place of a missing page, with a link. */
export function ArchNotice({
  heading,
  text,
  href,
  back,
}: Record<'heading' | 'text' | 'href' | 'back', string>) {
  return (
    <section className="hero grow" aria-labelledby="not-found-title">
      <div className="wrap flex min-h-140 flex-col items-center justify-center py-16 text-center">
        <div className="arch mb-8 w-40" />
        <h1 id="not-found-title" className="display mb-4 text-hero-small text-balance">
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
