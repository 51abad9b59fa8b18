import { createHash } from 'node:crypto';
import { acceptedEncodings, type Encoding } from '#backend/accepted-encodings.ts';
import { type Answer, answerOf } from './answer.ts';
import { pack, repack, unpack } from './packing.ts';
import type { Page } from './pages.ts';

/** What a request says that an answer depends on besides its address; both headers as they came. */
export interface PageRequest {
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

/** A page in one encoding, ready to be sent. */
interface Form {
  readonly etag: string;
  readonly whole: Answer;
  readonly unchanged: Answer;
}

/** Browsers ask again each time; a cache in between may answer for a minute (RFC 9111 section 5.2.2.10). */
const revalidate = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

/** A page as it is kept: packed, and in the other forms that somebody asked for. */
export class KeptPage {
  /** Said by the page about itself; the same bytes have the same tag. */
  readonly page: Omit<Page, 'text'> & { readonly tag: string };
  /** When its rendering began, in milliseconds of the monotonic clock. */
  readonly begun: number;
  /** Whether it is packed as small as it gets. */
  readonly best: boolean;
  readonly #headers: Record<string, string>;
  readonly #br: Form;
  #gzip: Form | undefined;
  /** Large, and hardly any browser asks for it: made for who does, and shared by those it is being sent to. */
  #plain: WeakRef<Form> | undefined;
  /** Those that are being made, each once for all who ask meanwhile. */
  readonly #making = new Map<Encoding | undefined, Promise<Form>>();
  #noted: Promise<KeptPage> | undefined;

  private constructor(
    page: KeptPage['page'],
    headers: Record<string, string>,
    packed: Buffer,
    { begun, best }: Pick<KeptPage, 'begun' | 'best'>,
  ) {
    [this.page, this.#headers, this.begun, this.best] = [page, headers, begun, best];
    this.#br = this.#form('br', packed);
  }

  /**
   * @param before the page as it was, which may be the same and have its best packing already
   * @param how well it is packed until that is improved
   */
  static async of(
    { text, ...about }: Page,
    headers: Record<string, string>,
    begun: number,
    before?: KeptPage,
    how: 'quick' | 'well' = 'quick',
  ): Promise<KeptPage> {
    const identity = Buffer.from(text);
    const tag = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
    const page = { ...about, tag };
    if (before?.page.tag === tag && before.page.complete === page.complete)
      return new KeptPage(page, headers, before.#packed, { begun, best: before.best });
    return new KeptPage(page, headers, await pack(identity, how), { begun, best: false });
  }

  /** The same page, packed as small as it gets. */
  async improved(): Promise<KeptPage> {
    const packed = await pack(await unpack(this.#packed), 'best');
    return new KeptPage(this.page, this.#headers, packed, { begun: this.begun, best: true });
  }

  /** The page for a time in which no newer one can be made: it says so, and is not to be kept by others. */
  noted(note: string): Promise<KeptPage> {
    this.#noted ??= unpack(this.#packed).then((html) => {
      const text = html.toString().replace('<div id="root">', (root) => note + root);
      return KeptPage.of({ ...this.page, text, complete: false }, this.#headers, this.begun);
    });
    return this.#noted;
  }

  /** What it takes of memory. */
  get bytes(): number {
    // The unpacked form is not counted: it goes when nobody is being sent it.
    return this.#packed.length * 2 + 4096;
  }

  /** The answer, where it can be given at once. */
  find(request: PageRequest): Answer | undefined {
    const [encoding] = acceptedEncodings(request.acceptEncoding);
    const form = encoding === 'br' ? this.#br : encoding === 'gzip' ? this.#gzip : this.#plain?.deref();
    return form && this.#chosen(form, request);
  }

  async answer(request: PageRequest): Promise<Answer> {
    const known = this.find(request);
    if (known) return known;
    const [encoding] = acceptedEncodings(request.acceptEncoding);
    const making =
      this.#making.get(encoding) ?? this.#make(encoding).finally(() => this.#making.delete(encoding));
    this.#making.set(encoding, making);
    return this.#chosen(await making, request);
  }

  async #make(encoding: Encoding | undefined): Promise<Form> {
    const isPacked = encoding === 'gzip';
    const form = this.#form(encoding, await (isPacked ? repack : unpack)(this.#packed));
    if (isPacked) this.#gzip = form;
    else this.#plain = new WeakRef(form);
    return form;
  }

  get #packed(): Buffer {
    return this.#br.whole.body ?? Buffer.alloc(0);
  }

  #chosen({ etag, whole, unchanged }: Form, { ifNoneMatch }: PageRequest): Answer {
    // A tag ends where its quotes do, so that it is found in a list of them, weak ones too.
    return ifNoneMatch?.includes(etag) && this.page.status === 200 ? unchanged : whole;
  }

  #form(encoding: Encoding | undefined, body: Buffer): Form {
    const { tag, status, language, complete, as } = this.page;
    // Each encoding is its own bytes, so it has its own strong tag (RFC 9110 section 8.8.3).
    const etag = encoding ? `"${tag}-${encoding}"` : `"${tag}"`;
    const shared = {
      ...(as?.headers ?? this.#headers),
      ETag: etag,
      Vary: 'Accept-Encoding',
      'Content-Language': language,
      'Cache-Control': complete ? revalidate : 'no-store',
    };
    const described = {
      ...shared,
      'Content-Type': as?.type ?? 'text/html; charset=utf-8',
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    };
    return { etag, whole: answerOf(status, described, body), unchanged: answerOf(304, shared) };
  }
}
