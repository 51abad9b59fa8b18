import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import { SheetButton } from './sheet-button.tsx';

interface SheetProps {
  id: string;
  title: string;
  description: string;
  closeLabel: string;
  /** The sheet closes by itself where the screen has room for its content, for example `(min-width: 48rem)`. */
  closeWhen: string;
  children: ReactNode;
}

/**
 * A modal sheet on the side where lines begin: left in English, right in Arabic. The browser's own dialog
 * brings focus, Escape and the way back; a `SheetButton` opens it, also before this code has loaded.
 */
export function Sheet({ id, title, description, closeLabel, closeWhen, children }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const media = window.matchMedia(closeWhen);
    const close = () => media.matches && dialog.current?.close();
    media.addEventListener('change', close);
    return () => media.removeEventListener('change', close);
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
