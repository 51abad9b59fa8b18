import { useEffect } from 'react';

/** Keeps the browser's title in step with the page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
