import { useEffect, useState } from 'react';

/** Whether the sheet with this id is open, however it was opened. */
export function useSheetOpen(sheet: string): boolean {
  const [open, setOpen] = useState(false);
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
  return open;
}
