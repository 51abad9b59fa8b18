/** Milliseconds until a picture that did not come is asked for again: the line of those to be drawn may be full. */
const again = 4000;

/** Says in its place that a picture did not come. */
export function watchPicture(): void {
  const picture = document.querySelector<HTMLImageElement>('.page-picture img');
  const failed = document.querySelector<HTMLElement>('.page-failed');
  if (!picture || !failed) return;
  let tries = 0;
  const fail = () => {
    tries += 1;
    if (tries > 1) failed.hidden = false;
    else setTimeout(() => picture.setAttribute('srcset', picture.srcset), again);
  };
  picture.addEventListener('error', fail);
  picture.addEventListener('load', () => {
    failed.hidden = true;
  });
  // It may have failed before this was loaded.
  if (picture.complete && picture.naturalWidth === 0) fail();
}
