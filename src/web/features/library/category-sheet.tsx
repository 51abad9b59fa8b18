import { Sheet } from '../../components/sheet.tsx';
import { useSheetOpen } from '../../components/use-sheet-open.ts';
import { useI18n } from '../../i18n/i18n-context.ts';
import { CategoryList } from './category-list.tsx';

export const categorySheet = 'category-sheet';

/** The categories on screens without room for their column. */
export function CategorySheet() {
  const { messages } = useI18n();
  const open = useSheetOpen(categorySheet);
  return (
    <Sheet
      id={categorySheet}
      title={messages.categoriesTitle}
      description={messages.categoriesDescription}
      closeLabel={messages.categoriesClose}
      closeWhen="(min-width: 64rem)"
    >
      <nav aria-labelledby={`${categorySheet}-title`}>
        <CategoryList showSkeletons={open} />
      </nav>
    </Sheet>
  );
}
