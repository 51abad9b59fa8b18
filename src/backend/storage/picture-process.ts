import { fileURLToPath } from 'node:url';
import { createAskedProcess } from '#reader/asked-process.ts';
import type { PreviewRequest } from './preview-request.ts';

/** A file of which a picture is wanted: a PDF's first page, an image made smaller, or a plain cover. */
export interface PictureOrder {
  readonly kind: 'pdf' | 'image' | 'cover';
  readonly path: string;
  readonly request: PreviewRequest;
}

/** The encoded picture; `fault` says why it is a cover instead of what was wanted. */
export interface PictureNews {
  readonly picture: Uint8Array;
  readonly fault?: string;
}

/** Makes pictures in a process of its own, which gives way to pages. Use it for one picture at a time. */
export interface PictureProcess {
  /** The picture, or a plain cover when none can be made within the time. */
  paint(order: PictureOrder): Promise<PictureNews>;
  close(): void;
}

/** By its name, not by where this text stands: the built server stands elsewhere. */
const program = fileURLToPath(import.meta.resolve('#backend/storage/picture-child.ts'));
const seconds = 15;
/** Drawing takes a hundred megabytes: they are given back with the process. */
const idleSeconds = 20;

export function createPictureProcess(): PictureProcess {
  const painter = createAskedProcess<PictureOrder, PictureNews>({
    program,
    seconds,
    idleSeconds,
    isLast: () => true,
  });
  const ask = async (order: PictureOrder): Promise<PictureNews | undefined> => {
    let news: PictureNews | undefined;
    await painter.ask(order, (heard) => {
      news = heard;
    });
    return news;
  };
  return {
    async paint(order) {
      const news = await ask(order);
      if (news) return news;
      const cover = await ask({ ...order, kind: 'cover' });
      if (!cover) throw new Error('the process that makes pictures does not start');
      return { ...cover, fault: `it took longer than ${seconds} seconds, or all the memory` };
    },
    close: painter.close,
  };
}
