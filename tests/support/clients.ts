import * as web from 'appwrite';
import * as server from 'node-appwrite';
import { KEY } from './backend.ts';

/** Creates a visitor's client for rows, with the web SDK. */
export function visitor(endpoint: string, locale = 'en'): web.TablesDB {
  return new web.TablesDB(new web.Client().setEndpoint(endpoint).setProject('minbar').setLocale(locale));
}

/** Creates the owner's client for rows, with the server SDK and a key. */
export function owner(endpoint: string, key = KEY): server.TablesDB {
  return new server.TablesDB(new server.Client().setEndpoint(endpoint).setProject('minbar').setKey(key));
}

/**
 * Returns the error of a refused SDK call as `code type: message`. Rejects if the call succeeds or fails otherwise. `call` is an object,
 * because TypeScript would infer rows without columns for a promise.
 */
export async function errorOf(call: object): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof web.AppwriteException || error instanceof server.AppwriteException)) throw error;
    return `${error.code} ${error.type}: ${error.message}`;
  }
  throw new Error('the call should have been refused');
}

/** Headers of a request with the key. */
export const keyHeaders = { 'x-appwrite-project': 'minbar', 'x-appwrite-key': KEY };

/** Uploads a file to the bucket `pdfs` with the key, without an SDK. */
export function uploadFile(
  endpoint: string,
  fileId: string,
  file: File,
  headers: Record<string, string> = {},
): Promise<Response> {
  const body = new FormData();
  body.append('fileId', fileId);
  body.append('file', file);
  return fetch(`${endpoint}/storage/buckets/pdfs/files`, {
    method: 'POST',
    headers: { ...keyHeaders, ...headers },
    body,
  });
}

/** Sends a request without an SDK, to see headers and fields that SDKs hide. `json` is undefined for other responses. */
export async function sendRaw(endpoint: string, path: string, init: RequestInit = {}) {
  const headers = { 'X-Appwrite-Project': 'minbar', ...(init.headers as Record<string, string>) };
  const response = await fetch(endpoint + path, { ...init, headers });
  const text = await response.text();
  const json =
    text !== '' && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
  return { status: response.status, headers: response.headers, text, json };
}
