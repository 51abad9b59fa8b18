import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './drawings.tsx';

interface SheetProps {
  id: string;
  title: string;
  description: string;
  closeLabel: string;
  /** Media query that closes the sheet when it matches, because the page then shows the sheet's content. */
  closeWhen: string;
  children: ReactNode;
}

/**
 * A modal sheet on the start side: left in English, right in Arabic. It is a dialog, so the browser handles focus and Escape. A
 * `SheetButton` opens it even before the client bundle has loaded.
 */
export function Sheet({ id, title, description, closeLabel, closeWhen, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const media = window.matchMedia(closeWhen);
    const close = () => dialog.current?.close();
    const onChange = () => media.matches && close();
    media.addEventListener('change', onChange);
    // Closes the sheet on Back, as Chrome on Android does by itself; otherwise it would cover another view.
    window.addEventListener('popstate', close);
    return () => {
      media.removeEventListener('change', onChange);
      window.removeEventListener('popstate', close);
    };
  }, [closeWhen]);

  return (
    <dialog
      ref={dialog}
      id={id}
      className="sheet"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-description`}
      closedby="any"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={`${id}-title`} className="display text-3xl">
          {title}
        </h2>
        <SheetButton sheet={id} command="close" className="button-icon -me-2 -mt-1" label={closeLabel}>
          <Icon name="close" />
        </SheetButton>
      </div>
      <p id={`${id}-description`} className="mt-1 mb-6 text-muted">
        {description}
      </p>
      {children}
    </dialog>
  );
}

interface SheetButtonProps {
  /** Id of the sheet. */
  sheet: string;
  command: 'show-modal' | 'close';
  className: string;
  /** Screen-reader name of a button that shows only an icon. */
  label?: string;
  children: ReactNode;
}

/** A button that opens or closes a sheet by HTML invoker attributes. An inline script replaces these in older browsers. */
export function SheetButton({ sheet, command, className, label, children }: SheetButtonProps) {
  const isOpener = command === 'show-modal';
  const isOpen = useSheetOpen(sheet);
  return (
    <button
      type="button"
      className={className}
      command={command}
      commandfor={sheet}
      aria-label={label}
      aria-haspopup={isOpener ? 'dialog' : undefined}
      aria-controls={isOpener ? sheet : undefined}
      aria-expanded={isOpener ? isOpen : undefined}
    >
      {children}
    </button>
  );
}

/** Returns whether the sheet with this id is open, even if the browser opened it without a script. */
export function useSheetOpen(sheet: string): boolean {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const dialog = document.getElementById(sheet) as HTMLDialogElement;
    const update = () => setOpen(dialog.open);
    update();
    dialog.addEventListener('toggle', update);
    // Safari before 17 has no toggle event on dialogs.
    dialog.addEventListener('close', update);
    return () => {
      dialog.removeEventListener('toggle', update);
      dialog.removeEventListener('close', update);
    };
  }, [sheet]);
  return isOpen;
}
