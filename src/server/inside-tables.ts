import { AppwriteException, Client, TablesDB } from 'appwrite';
import type { Kept, Shelf } from '#backend/kept.ts';
import type { Language } from '#web/i18n/language.ts';

export interface InsideOptions {
  /** Only gives the questions their form: nothing is asked there. */
  endpoint: string;
  projectId: string;
  /** By which names are in order. */
  language: Language;
  /** Answers a question in this process. */
  ask(request: Request): Response | Promise<Response>;
  kept: Kept;
}

/** A longer answer is a crawler's, asked once: it is not to push out what visitors ask. */
const largestAnswer = 128 * 1024;

interface Answered {
  readonly data: unknown;
  readonly bytes: number;
}

/** The official SDK with its questions handed to a backend in this process, past the network and its limits. */
class InsideClient extends Client {
  readonly #options: InsideOptions;
  /** Pages ask much of the same: all categories, and how many lessons each has. */
  readonly #answers: Shelf<Answered>;

  constructor(options: InsideOptions) {
    super();
    this.#options = options;
    this.#answers = options.kept.shelf('question', ({ bytes }) => bytes, {
      besidesTexts: (question) => !options.kept.showsTexts(question),
    });
  }

  override async call(...[method, url, headers, params]: Parameters<Client['call']>): Promise<unknown> {
    const { uri, options } = this.prepareRequest(method, url, headers, params);
    const question = `${this.config.locale} ${uri}`;
    const known = this.#answers.find(question);
    if (known) return known.data;
    const version = this.#options.kept.version();
    const answer = await this.#options.ask(new Request(uri, options));
    const text = await answer.text();
    const data = JSON.parse(text);
    if (!answer.ok) throw new AppwriteException(data.message, answer.status, data.type, text);
    // About what it takes when it is read.
    if (text.length <= largestAnswer) this.#answers.keep(question, { data, bytes: 3 * text.length }, version);
    return data;
  }
}

/** The tables of the embedded backend as the site asks them while it renders: they may only be read. */
export function insideTables(options: InsideOptions): TablesDB {
  const { endpoint, projectId, language } = options;
  return new TablesDB(
    new InsideClient(options).setEndpoint(endpoint).setProject(projectId).setLocale(language),
  );
}
