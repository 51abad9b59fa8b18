import '#web/styles/poster.css';

for (const button of document.querySelectorAll<HTMLElement>('[data-print]')) {
  button.addEventListener('click', () => window.print());
  button.dataset.ready = '';
}
