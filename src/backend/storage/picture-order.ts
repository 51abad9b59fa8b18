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
