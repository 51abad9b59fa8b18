/** Passes a lesson on as the browser does, where it can; the links stay for the rest. */
export function shareLesson(): void {
  const share = document.querySelector<HTMLDetailsElement>('.lesson-share');
  const address = share?.querySelector('input');
  const status = share?.querySelector<HTMLElement>('[role=status]');
  if (!share || !address || !status) return;

  share.querySelector('summary')?.addEventListener('click', (event) => {
    if (share.open || !('share' in navigator)) return;
    event.preventDefault();
    navigator.share({ title: share.dataset.title ?? '', url: address.value }).catch((error: Error) => {
      // The visitor thought better of it.
      if (error.name !== 'AbortError') share.open = true;
    });
  });

  address.addEventListener('focus', () => address.select());
  share.querySelector('[data-copy]')?.addEventListener('click', async () => {
    const isCopied = await copy(address);
    status.textContent = (isCopied ? status.dataset.copied : status.dataset.notCopied) ?? '';
  });
}

async function copy(field: HTMLInputElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Without https there is no clipboard but this.
    field.select();
    return document.execCommand('copy');
  }
}
