/** Names of the drawings in `src/pages/drawings.server.tsx`. */
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
  | 'globe'
  | 'lamp'
  | 'shelf';

/** Icons that point along the reading direction and turn around with it. */
const directional = new Set<IconName>(['previous', 'next']);

export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  // Its size in browsers without cascade layers.
  return (
    <svg
      className={`icon ${className}${directional.has(name) ? ' mirrored' : ''}`}
      width="20"
      height="20"
      aria-hidden="true"
    >
      <use href={`#i-${name}`} />
    </svg>
  );
}
