import { categoryNameIn } from '#text/category-names.ts';
import { useI18n } from '../i18n/i18n-context.ts';
import { chooseCoverDesign, findFirstLetter, findSeriesNumber } from './cover-design.ts';
import { Drawing, Icon } from './drawings.tsx';

/**
 * A book cover in the color of its category, with the spine on the side where reading begins. Shows the lesson's number in its
 * series, else the category's emblem, a letter for it, or a star (docs/rules.md#covers).
 */
export function BookCover({ category, title }: { category: string; title: string }) {
  const { language } = useI18n();
  const {
    cloth,
    emblem,
    letter = findFirstLetter(categoryNameIn(category, language)),
  } = chooseCoverDesign(category);
  const number = findSeriesNumber(title);
  return (
    <span className={`cover cloth-${cloth}`} aria-hidden="true">
      {number ?? ((emblem && <Drawing name={emblem} />) || letter || <Icon name="star" className="size-9" />)}
    </span>
  );
}
