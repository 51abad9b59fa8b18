import { readChoice, storeChoice } from '#web/page/browser-storage.ts';

/** Local storage key of the visitor's choice for page pictures in dark mode: `invert` or `dim`. */
const NIGHT_KEY = 'night';
/** Width to which a picture is reduced to look for photographs. */
const SAMPLE_WIDTH_PX = 64;
/** Share of a picture's pixels above which the page counts as having photographs. */
const MIN_PHOTO_SHARE = 0.12;

/** In dark mode, inverts page pictures of text and dims those with photographs, unless the visitor chose otherwise. */
export function darkenPages(): void {
  const figures = [...document.querySelectorAll<HTMLElement>('figure[data-night]')];
  const button = document.querySelector<HTMLButtonElement>('[data-night-switch]');
  if (!button || figures.length === 0) return;
  const show = (night: string) => {
    for (const figure of figures) figure.dataset.night = night;
    button.setAttribute('aria-pressed', String(night === 'invert'));
  };
  const choice = ['invert', 'dim'].find((night) => night === readChoice(NIGHT_KEY));
  show(choice ?? figures[0]?.dataset.night ?? 'dim');
  if (!choice) for (const figure of figures) dimIfPhotos(figure, show);
  button.addEventListener('click', () => {
    const night = button.getAttribute('aria-pressed') === 'true' ? 'dim' : 'invert';
    show(night);
    storeChoice(NIGHT_KEY, night);
  });
  button.dataset.ready = '';
}

function dimIfPhotos(figure: HTMLElement, show: (night: string) => void): void {
  const picture = figure.querySelector('img');
  if (!picture) return;
  const check = () => {
    const hasPhotos = measurePhotoShare(picture) > MIN_PHOTO_SHARE;
    if (hasPhotos) show('dim');
  };
  if (picture.complete && picture.naturalWidth > 0) check();
  picture.addEventListener('load', check);
}

/** Returns the share of a picture's pixels that are neither paper nor ink: colors, and mid-grays beyond the edges of letters. */
function measurePhotoShare(picture: HTMLImageElement): number {
  const canvas = document.createElement('canvas');
  canvas.width = SAMPLE_WIDTH_PX;
  canvas.height = Math.round((SAMPLE_WIDTH_PX * picture.naturalHeight) / picture.naturalWidth);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return 0;
  // Samples single pixels, because smoothing would turn letters gray.
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let index = 0; index < data.length; index += 4) {
    const colors = [data[index] ?? 0, data[index + 1] ?? 0, data[index + 2] ?? 0];
    const [darkest, brightest] = [Math.min(...colors), Math.max(...colors)];
    if (brightest - darkest > 60 || (darkest > 70 && brightest < 190)) count++;
  }
  return count / (data.length / 4);
}
