import { AppwriteException, Client, TablesDB } from 'appwrite';

/** The official SDK with its questions handed to a backend in this process, past the network and its limits. */
class InsideClient extends Client {
  readonly #ask: (request: Request) => Response | Promise<Response>;

  constructor(ask: (request: Request) => Response | Promise<Response>) {
    super();
    this.#ask = ask;
  }

  override async call(...[method, url, headers, params]: Parameters<Client['call']>): Promise<unknown> {
    const { uri, options } = this.prepareRequest(method, url, headers, params);
    const answer = await this.#ask(new Request(uri, options));
    const data = await answer.json();
    if (answer.ok) return data;
    throw new AppwriteException(data.message, answer.status, data.type, JSON.stringify(data));
  }
}

/**
 * The tables of the embedded backend as the site asks them while it renders. The endpoint only gives the questions their
 * form; nothing is asked there.
 */
export function insideTables(
  endpoint: string,
  projectId: string,
  ask: (request: Request) => Response | Promise<Response>,
): TablesDB {
  return new TablesDB(new InsideClient(ask).setEndpoint(endpoint).setProject(projectId));
}
