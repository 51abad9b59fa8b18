import { Sheet } from '../../components/sheet.tsx';
import { useI18n } from '../../i18n/i18n-context.ts';
import { NavLinks } from './nav-links.tsx';

export const menuSheet = 'menu-sheet';

/** The header's navigation on screens too narrow for it. */
export function MenuSheet() {
  const { messages } = useI18n();
  return (
    <Sheet
      id={menuSheet}
      title={messages.menuTitle}
      description={messages.menuDescription}
      closeLabel={messages.menuClose}
      closeWhen="(min-width: 48rem)"
    >
      <nav aria-label={messages.navLabel}>
        <NavLinks className="grid gap-1" linkClassName="sheet-link" />
      </nav>
    </Sheet>
  );
}
