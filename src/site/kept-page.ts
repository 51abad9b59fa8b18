import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import pLimit from 'p-limit';
import { acceptedEncodings, type Encoding } from '#http/compression.ts';
import { type Answer, type AskedHeaders, answerOf } from './answer.ts';
import type { Page } from './page.ts';

type TypedPage = Page & Required<Pick<Page, 'as'>>;

/** A page in one encoding, ready to be sent. */
interface Form {
  readonly etag: string;
  readonly whole: Answer;
  readonly unchanged: Answer;
}

/** Browsers ask again each time; a cache in between may answer for a minute (RFC 9111 section 5.2.2.10). */
const revalidate = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

/** For pages of what is missing now: a cache in between may not show them after it has come. */
const unlasting = 'public, no-cache';

/** Brotli takes megabytes for as long as it packs: a crowd whose pages are rendered sooner than packed would have them all at once. */
const inTurn = pLimit(2);
const compressed = promisify(brotliCompress);
const unpack: (brotli: Buffer) => Promise<Buffer> = promisify(brotliDecompress);
const zipped = promisify(gzip);

/**
 * Most of a page repeats what stands less than 2^16 bytes before. With 2^18 it is not a byte smaller, but takes three times as long: the
 * tables for it are so large that malloc maps each anew. The usual 2^22 costs 20 MB.
 */
const windowBits = 16;
/** How well a page is packed, and brotli's quality for it: on one core 2, 32 and 76 ms. */
const qualities = { quick: 7, well: 10, best: 11 };

/** What zlib answers is the start of a larger buffer, and `Buffer.from` takes from one: all of it would be kept. */
const copied = (bytes: Buffer): Buffer => Buffer.from(new Uint8Array(bytes).buffer);

/** Packs a page beside the main thread. */
async function pack(html: Buffer, how: keyof typeof qualities): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: qualities[how],
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  };
  return copied(await inTurn(() => compressed(html, { params })));
}

/** A page as it is kept: packed, and in the other forms that somebody asked for. */
export class KeptPage {
  /** Said by the page about itself; the same bytes have the same tag. */
  readonly page: Omit<TypedPage, 'text'> & { readonly tag: string };
  /** When its rendering began, in milliseconds of the monotonic clock. */
  readonly begun: number;
  /** Whether it is packed as small as it gets. */
  best = false;
  #br: Form;
  #gzip: Form | undefined;
  /** Large, and hardly any browser asks for it: made for who does, and shared by those it is being sent to. */
  #plain: WeakRef<Form> | undefined;
  /** Those that are being made, each once for all who ask meanwhile. */
  readonly #making = new Map<Encoding | undefined, Promise<Form>>();
  #noted: Promise<KeptPage> | undefined;

  private constructor(page: KeptPage['page'], begun: number, packed: Buffer) {
    [this.page, this.begun] = [page, begun];
    this.#br = this.#form('br', packed);
  }

  /**
   * @param before the page as it was, which may be the same and have its best packing already
   * @param how well it is packed until that is improved
   */
  static async of(
    { text, ...about }: TypedPage,
    begun: number,
    before?: KeptPage,
    how: 'quick' | 'well' = 'quick',
  ): Promise<KeptPage> {
    const identity = Buffer.from(text);
    const page = { ...about, tag: hash('sha256', identity, 'base64url').slice(0, 22) };
    const isSame = before?.page.tag === page.tag && before.page.complete === page.complete;
    const kept = new KeptPage(page, begun, isSame ? before.#packed : await pack(identity, how));
    kept.best = isSame && before.best;
    return kept;
  }

  /** Packs it as small as it gets; its `bytes` were counted before, which is never too little. */
  async improve(): Promise<void> {
    this.#br = this.#form('br', await pack(await unpack(this.#packed), 'best'));
    this.best = true;
  }

  /** The page for a time in which no newer one can be made: it says so, and is not to be kept by others. */
  noted(note: string): Promise<KeptPage> {
    this.#noted ??= unpack(this.#packed).then((html) => {
      const text = html.toString().replace('<div id="root">', (root) => note + root);
      return KeptPage.of({ ...this.page, text, complete: false }, this.begun);
    });
    return this.#noted;
  }

  /** What it takes of memory. */
  get bytes(): number {
    // The unpacked form is not counted: it goes when nobody is being sent it.
    return this.#packed.length * 2 + 4096;
  }

  /** The answer, where it can be given at once. */
  find(asked: AskedHeaders): Answer | undefined {
    const [encoding] = acceptedEncodings(asked['accept-encoding']);
    const form = encoding === 'br' ? this.#br : encoding === 'gzip' ? this.#gzip : this.#plain?.deref();
    return form && this.#chosen(form, asked);
  }

  async answer(asked: AskedHeaders): Promise<Answer> {
    const known = this.find(asked);
    if (known) return known;
    const [encoding] = acceptedEncodings(asked['accept-encoding']);
    const making =
      this.#making.get(encoding) ?? this.#make(encoding).finally(() => this.#making.delete(encoding));
    this.#making.set(encoding, making);
    return this.#chosen(await making, asked);
  }

  /** The form for whoever takes no brotli, which browsers do over https only. */
  async #make(encoding: Encoding | undefined): Promise<Form> {
    const html = await unpack(this.#packed);
    const form = this.#form(encoding, encoding ? copied(await zipped(html)) : html);
    if (encoding) this.#gzip = form;
    else this.#plain = new WeakRef(form);
    return form;
  }

  get #packed(): Buffer {
    return this.#br.whole.body ?? Buffer.alloc(0);
  }

  #chosen({ etag, whole, unchanged }: Form, asked: AskedHeaders): Answer {
    // A tag ends where its quotes do, so that it is found in a list of them, weak ones too.
    return asked['if-none-match']?.includes(etag) && this.page.status === 200 ? unchanged : whole;
  }

  #form(encoding: Encoding | undefined, body: Buffer): Form {
    const { tag, status, language, complete, as } = this.page;
    // Each encoding is its own bytes, so it has its own strong tag (RFC 9110 section 8.8.3).
    const etag = encoding ? `"${tag}-${encoding}"` : `"${tag}"`;
    const shared = {
      ...as.headers,
      ETag: etag,
      Vary: 'Accept-Encoding',
      'Content-Language': language,
      'Cache-Control': !complete ? 'no-store' : status === 200 ? revalidate : unlasting,
    };
    const described = {
      ...shared,
      'Content-Type': as.type,
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    };
    return { etag, whole: answerOf(status, described, body), unchanged: answerOf(304, shared) };
  }
}
