import { setTimeout } from 'node:timers/promises';

/** Faults that a test can simulate in a hosted project. */
export interface Faults {
  /** Ids of files whose bytes are missing on the server, which also cannot delete them. */
  missingFiles: readonly string[];
  /** Status of a proxy's error page, which is then the response to every request; null for none. */
  proxyStatus: number | null;
  /** Whether requests wait for their response until this is false. */
  isSilent: boolean;
  /** Whether new connections, and open ones without a WebSocket, are closed before any response. */
  dropsConnections: boolean;
  /** Number of next live connections that fail because the server lacks a database connection. */
  socketsWithoutPool: number;
  /** Every nth request that an SDK sends without a key exceeds the rate limit; 0 for none. */
  rateLimitEvery: number;
  /** Maximum bytes of a file that the server accepts. */
  maxFileBytes: number;
  /** Scopes of rows, files, columns or buckets that every key lacks, such as `files.write`. */
  missingScopes: readonly string[];
  /** Endings of paths that are refused without a key. */
  hiddenPaths: readonly string[];
  /** Columns that the server does not list in any table. */
  missingColumns: readonly string[];
  /** Whether downloads of large files also stall without a key. */
  stallsForVisitors: boolean;
}

export const noFaults = (): Faults => ({
  missingFiles: [],
  proxyStatus: null,
  isSilent: false,
  dropsConnections: false,
  socketsWithoutPool: 0,
  rateLimitEvery: 0,
  maxFileBytes: defaultMaxFileBytes,
  missingScopes: [],
  hiddenPaths: [],
  missingColumns: [],
  stallsForVisitors: false,
});

/** Handler of requests; `Rest` are further arguments that a server passes. */
type Fetch<Rest extends unknown[]> = (request: Request, ...rest: Rest) => Response | Promise<Response>;

const MAX_TOTAL = 5000;
const MAX_NAME_LENGTH = 128;
const CHUNKED_ABOVE_BYTES = 20_000_000;
const STALLS_ABOVE_BYTES = 12_000_000;
/** Maximum bytes of a file on a server with default settings. */
export const defaultMaxFileBytes = 30_000_000;

/** Creates an error response in the format of Appwrite 1.9.6. */
function refusal(code: number, type: string, message: string): Response {
  return Response.json({ message, code, type, version: '1.9.6' }, { status: code });
}

/**
 * Adds quirks of a genuine Appwrite 1.9.6 to a backend: limits of totals, names and ranges, and large downloads that stall for clients with
 * a key. Simulates the current `faults`, except those of connections and of columns, which `startFakeProject` simulates.
 */
export function withAppwriteQuirks<Rest extends unknown[]>(
  respond: Fetch<Rest>,
  faults: Faults,
): (request: Request, ...rest: Rest) => Promise<Response> {
  let requestCount = 0;
  const respondWithQuirks = async (request: Request, rest: Rest): Promise<Response> => {
    const { pathname } = new URL(request.url);
    while (faults.isSilent) await setTimeout(20);
    if (faults.proxyStatus !== null) return proxyPage(faults.proxyStatus);
    if (isLimited(request, faults.rateLimitEvery, () => ++requestCount)) {
      return refusal(
        429,
        'general_rate_limit_exceeded',
        'Rate limit for the current endpoint has been exceeded. Please try again after some time.',
      );
    }
    const scope = scopeOf(request);
    if (request.headers.has('x-appwrite-key') && faults.missingScopes.includes(scope)) {
      const message = `app.project@service.localhost (role: applications) missing scopes (["${scope}"])`;
      return refusal(401, 'general_unauthorized_scope', message);
    }
    if (!request.headers.has('x-appwrite-key') && faults.hiddenPaths.some((end) => pathname.endsWith(end)))
      return refusal(
        401,
        'user_unauthorized',
        'The current user is not authorized to perform the requested action.',
      );
    const file = /\/storage\/buckets\/[^/]+\/files(?:\/([^/]+))?(\/(?:view|download))?$/.exec(pathname);
    if (!file) return respond(request, ...rest);
    const [, id = '', bytes] = file;
    if (request.method === 'PUT') {
      const { name } = (await request.clone().json()) as { name?: string };
      if (name !== undefined && [...name].length > MAX_NAME_LENGTH) return badName();
    }
    if (request.method === 'POST' && sizeOf(request) > faults.maxFileBytes) {
      return refusal(400, 'storage_invalid_file_size', 'File size not allowed');
    }
    if (faults.missingFiles.includes(id)) {
      if (request.method === 'DELETE')
        return refusal(500, 'general_unknown', 'Failed to delete file from device');
      if (bytes) return refusal(404, 'storage_file_not_found', 'The requested file could not be found.');
    }
    return bytes
      ? download(request, await respond(request, ...rest), faults.stallsForVisitors)
      : respond(request, ...rest);
  };
  return async (request, ...rest) => {
    const response = await respondWithQuirks(
      request.method === 'GET' ? uncompressed(request) : request,
      rest,
    );
    const headers = new Headers(response.headers);
    headers.set(
      'X-Appwrite-Warning',
      'The current SDK is built for Appwrite 2.0.0. However, the current Appwrite server version is 1.9.6. Please downgrade your SDK to match the Appwrite version: https://appwrite.io/docs/sdks',
    );
    const { status } = response;
    if (request.method !== 'GET' || !headers.get('content-type')?.includes('json'))
      return new Response(response.body, { status, headers });
    const body = await response.text();
    headers.delete('content-length');
    return new Response(withTotal(body) || null, { status, headers });
  };
}

/** Whether a request exceeds the rate limit, which applies only to requests that an SDK sends without a key. */
function isLimited({ headers }: Request, every: number, count: () => number): boolean {
  return every > 0 && headers.has('x-sdk-name') && !headers.has('x-appwrite-key') && count() % every === 0;
}

/** Returns the scope that a key needs for a request about rows, files, columns or buckets. */
function scopeOf({ method, url }: Request): string {
  const [, kind = ''] =
    /\/(rows|files|columns|buckets)(?:\/[^/]*)?(?:\/(?:view|download))?$/.exec(new URL(url).pathname) ?? [];
  return `${kind}.${method === 'GET' ? 'read' : 'write'}`;
}

function uncompressed({ url, headers, signal }: Request): Request {
  const uncompressedHeaders = new Headers(headers);
  uncompressedHeaders.delete('accept-encoding');
  return new Request(url, { headers: uncompressedHeaders, signal });
}

function withTotal(text: string): string {
  if (!text.includes('"total":')) return text;
  const body = JSON.parse(text);
  if (!(body.total > MAX_TOTAL)) return text;
  return JSON.stringify({ ...body, total: MAX_TOTAL });
}

function badName(): Response {
  const message =
    'Invalid `name` param: Value must be a valid string and at least 1 chars and no longer than 128 chars';
  return refusal(400, 'general_argument_invalid', message);
}

function proxyPage(status: number): Response {
  const html = `<html>\r\n<head><title>${status}</title></head>\r\n<body>\r\n<center><h1>${status}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`;
  return new Response(html, { status, headers: { 'content-type': 'text/html' } });
}

/** Returns the size in bytes of the whole file if the request contains a part of it; otherwise the size of the request. */
function sizeOf(request: Request): number {
  const total = /\/(\d+)$/.exec(request.headers.get('content-range') ?? '')?.[1];
  return Number(total ?? request.headers.get('content-length') ?? 0);
}

function download(request: Request, whole: Response, stallsForAll: boolean): Response {
  const range = request.headers.get('range');
  if (range !== null) {
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range) ?? [];
    const size = Number(/\/(\d+)$/.exec(whole.headers.get('content-range') ?? '')?.[1]);
    return start !== undefined && Number(start) < Number(end) && Number(end) < size
      ? whole
      : refusal(416, 'storage_invalid_range', 'The requested range is not satisfiable.');
  }
  const size = Number(whole.headers.get('content-length'));
  if (size <= STALLS_ABOVE_BYTES || !whole.body) return whole;
  if (!stallsForAll && !request.headers.has('x-appwrite-key')) return whole;
  const headers = new Headers(whole.headers);
  if (size > CHUNKED_ABOVE_BYTES) headers.delete('content-length');
  let sentBytes = 0;
  const source = whole.body.getReader();
  const stallingBody = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value } = await source.read();
      sentBytes += value?.length ?? 0;
      if (value && sentBytes <= STALLS_ABOVE_BYTES) return controller.enqueue(value);
      await source.cancel();
      return new Promise(() => {});
    },
    cancel: () => source.cancel(),
  });
  return new Response(stallingBody, { status: whole.status, headers });
}
