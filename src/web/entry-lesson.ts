import './styles/lesson.css';

/** What a page of a lesson does besides being read: nothing of it is needed to read on. */
document.querySelector('[data-print]')?.addEventListener('click', () => window.print());
