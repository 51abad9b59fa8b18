import { Icon } from './icon.tsx';

/** A closed book in one of the cloth colours, its spine on the side where reading begins. */
export function BookCover({ cloth }: { cloth: number }) {
  return (
    <span className={`cover cloth-${cloth}`} aria-hidden="true">
      <Icon name="star" className="size-8.5" />
    </span>
  );
}
