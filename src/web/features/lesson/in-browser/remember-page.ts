import { lessonPagePath } from '#contract/urls.ts';

/** Where this browser keeps the last page of each lesson: pairs of id and page, the newest last. */
const key = 'pages';
const most = 50;

/** Leads whoever comes back to a lesson on to the page that was read last. */
export function rememberPage({ lesson = '', page = '1', pages = '1' }: DOMStringMap): void {
  const known = readPages();
  const last = known.find(([id]) => id === lesson)?.[1] ?? 1;
  // Whoever turned back to the first page is not sent on again.
  const isNew = page === '1' && location.hash === '';
  if (isNew && last > 1 && last <= Number(pages)) offer(lesson, last);
  if (isNew) return;
  const others = known.filter(([id]) => id !== lesson);
  try {
    localStorage.setItem(key, JSON.stringify([...others, [lesson, Number(page)]].slice(-most)));
  } catch {
    // A browser that refuses storage forgets it.
  }
}

function readPages(): [id: string, page: number][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter((pair) => typeof pair?.[0] === 'string' && Number.isInteger(pair[1]));
  } catch {
    return [];
  }
}

function offer(lesson: string, page: number): void {
  const note = document.querySelector<HTMLElement>('.lesson-resume');
  const link = note?.querySelector('a');
  if (!note || !link) return;
  link.href = `${lessonPagePath(lesson, page)}${location.search}#page`;
  link.textContent = (link.dataset.text ?? '').replace('#', String(page));
  note.querySelector('button')?.addEventListener('click', () => {
    note.hidden = true;
    // It would fall back to the page's beginning with the button.
    document.getElementById('page')?.focus({ preventScroll: true });
  });
  note.hidden = false;
}
