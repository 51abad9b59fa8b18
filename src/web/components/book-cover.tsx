import { coverCloth } from './cover-cloth.ts';
import { Icon } from './icon.tsx';

/** A closed book in the cloth of its category, its spine on the side where reading begins. */
export function BookCover({ category }: { category: string }) {
  return (
    <span className={`cover cloth-${coverCloth(category)}`} aria-hidden="true">
      <Icon name="star" className="size-8.5" />
    </span>
  );
}
