import { KEY, type RunningBackend, startBackend } from '../../support/backend.ts';
import { owner, uploadFile } from '../../support/clients.ts';

/** A request and the response of a real Appwrite server. */
export interface RecordedResponse {
  /** Method and path below `/v1`. */
  readonly request: string;
  readonly key?: boolean;
  /** `null` for a request without a project. */
  readonly project?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly queries?: readonly unknown[];
  readonly body?: unknown;
  /** In the format of `responseOf`. */
  readonly appwrite: string;
  /** Minbar's response if it differs, and the row of docs/compatibility.md that gives the reason. */
  readonly minbar?: string;
  readonly reason?: string;
}

/** Starts a backend with the rows and the file that the recorded requests name. */
export async function startRecordedLibrary(): Promise<RunningBackend> {
  const running = await startBackend();
  const tables = owner(running.endpoint);
  const databaseId = 'library';
  for (const [rowId, categoryName] of Object.entries({ c1: 'Alpha', c2: 'beta', c3: 'Zeta', b1: 'b' }))
    await tables.createRow({ databaseId, tableId: 'categories', rowId, data: { categoryName } });
  for (const [rowId, category] of Object.entries({ r00: 'c1', r01: 'c3', r10: 'c2' })) {
    const data = { url: 'u', fileName: 'Alpha lesson', fileSize: 50, fileId: 'f', category };
    await tables.createRow({ databaseId, tableId: 'files', rowId, data });
  }
  const pdf = '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n';
  await uploadFile(running.endpoint, 'p1', new File([pdf], 'a.pdf'));
  return running;
}

/**
 * Sends a request and returns the response as one line: the status with the error (`400 general_query_invalid: …`), with the columns of a
 * row, or with the type and range of a file.
 */
export async function responseOf(
  endpoint: string,
  { request, queries = [], ...options }: Omit<RecordedResponse, 'appwrite'>,
): Promise<string> {
  const [method = '', path = ''] = request.split(' ');
  const parameters = queries.map((query) => `queries[]=${encodeURIComponent(JSON.stringify(query))}`);
  const headers = new Headers({ 'content-type': 'application/json', ...options.headers });
  if (options.project !== null) headers.set('X-Appwrite-Project', options.project ?? 'minbar');
  if (options.key) headers.set('X-Appwrite-Key', KEY);
  const body = options.body === undefined ? null : JSON.stringify(options.body);
  const response = await fetch(
    `${endpoint}${path}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`,
    {
      method,
      headers,
      body,
    },
  );
  const text = await response.text();
  const type = response.headers.get('content-type') ?? '';
  if (text !== '' && !type.includes('json'))
    return [response.status, type, response.headers.get('content-range') ?? []].flat().join(' ');
  return `${response.status} ${shapeOf(text === '' ? null : JSON.parse(text))}`;
}

function shapeOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  if ('type' in value && 'message' in value) return `${value.type}: ${value.message}`;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return fields
    .map(([key, inner]) => {
      if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
        return `${key}{${shapeOf(inner)}}`;
      return inner === null ? `${key}=null` : key;
    })
    .join(' ');
}
