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

/** Opens or closes a sheet by the HTML invoker attributes; where a browser lacks them, `index.html` does it in their place. */
export function SheetButton({ sheet, command, className, label, children }: SheetButtonProps) {
  const opens = command === 'show-modal';
  const expanded = useSheetOpen(sheet);
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
    >
      {children}
    </button>
  );
}
