import './styles/lesson.css';
import { prefetchPage } from './features/lesson/in-browser/prefetch-page.ts';
import { rememberPage } from './features/lesson/in-browser/remember-page.ts';
import { shareLesson } from './features/lesson/in-browser/share-lesson.ts';
import { switchLanguage } from './features/lesson/in-browser/switch-language.ts';
import { turnPages } from './features/lesson/in-browser/turn-pages.ts';
import { watchPicture } from './features/lesson/in-browser/watch-picture.ts';

// What a page of a lesson does besides being read: a browser that runs none of it reads on.
watchPicture();
turnPages();
shareLesson();
rememberPage(document.querySelector<HTMLElement>('.lesson')?.dataset ?? {});
prefetchPage();
switchLanguage();
document.querySelector('[data-print]')?.addEventListener('click', () => window.print());
for (const button of document.querySelectorAll<HTMLElement>('[data-print], [data-copy]'))
  button.dataset.ready = '';
