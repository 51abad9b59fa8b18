import type { ReactNode } from 'react';
import { useSheetOpen } from './use-sheet-open.ts';

interface SheetButtonProps {
  /** The id of the sheet. */
  sheet: string;
  command: 'show-modal' | 'close';
  className: string;
  /** Spoken name, for a button that shows only an icon. */
  label?: string;
  children: ReactNode;
}

/** Opens or closes a sheet by the HTML invoker attributes; by script only where a browser lacks them. */
export function SheetButton({ sheet, command, className, label, children }: SheetButtonProps) {
  const opens = command === 'show-modal';
  const expanded = useSheetOpen(sheet);
  const onClick = () => {
    // Safari before 26.2 and Firefox before 144 do not know the attributes.
    if ('commandForElement' in HTMLButtonElement.prototype) return;
    const dialog = document.getElementById(sheet) as HTMLDialogElement;
    if (opens) dialog.showModal();
    else dialog.close();
  };
  return (
    <button
      type="button"
      className={className}
      command={command}
      commandfor={sheet}
      aria-label={label}
      aria-haspopup={opens ? 'dialog' : undefined}
      aria-controls={opens ? sheet : undefined}
      aria-expanded={opens ? expanded : undefined}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
