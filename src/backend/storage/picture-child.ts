import { drawFirstPage } from './pdf-page.ts';
import { coverPicture, imagePicture, pagePicture } from './picture.ts';
import type { PictureNews, PictureOrder } from './picture-order.ts';

async function paint({ kind, path, request }: PictureOrder): Promise<PictureNews> {
  try {
    if (kind === 'pdf') return { picture: await pagePicture(await drawFirstPage(path, request), request) };
    if (kind === 'image') return { picture: await imagePicture(path, request) };
  } catch (error) {
    // Encrypted, damaged, without a page, or no image.
    return { picture: await coverPicture(request), fault: String(error) };
  }
  return { picture: await coverPicture(request) };
}

process.on('message', async (order: PictureOrder) => process.send?.(await paint(order)));
// Whoever wanted pictures is gone.
process.on('disconnect', () => process.exit());
