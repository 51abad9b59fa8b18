/**
 * Errors of the API: HTTP status, and message with `{name}` for each value. Most are from Appwrite's error catalog; others follow its form.
 */
const errors = {
  general_argument_invalid: [400, '{message}'],
  general_bad_request: [400, '{message}'],
  general_query_invalid: [400, '{message}'],
  general_cursor_not_found: [400, '{message}'],
  general_unauthorized_scope: [401, '{message}'],
  general_unknown_origin: [403, '{message}'],
  general_route_not_found: [
    404,
    'The requested route was not found. Please refer to the API docs and try again.',
  ],
  general_not_implemented: [405, '{message}'],
  general_body_too_large: [413, 'The request body is larger than the {limit} bytes allowed here.'],
  general_rate_limit_exceeded: [
    429,
    'Rate limit for the current endpoint has been exceeded. Please try again after some time.',
  ],
  general_server_busy: [503, 'The server is overloaded. Please try again after some time.'],
  general_unknown: [500, 'Server Error'],
  general_access_forbidden: [
    401,
    'No Appwrite project was specified. Please specify your project ID when initializing your Appwrite SDK.',
  ],
  project_not_found: [
    404,
    'Project with the requested ID could not be found. Please check the value of the X-Appwrite-Project header to ensure the correct project ID is being used.',
  ],
  project_id_missing: [
    403,
    'When using project API key, make sure to pass x-appwrite-project header with your project ID.',
  ],
  user_unauthorized: [401, '{message}'],
  database_not_found: [404, "Database with the requested ID '{id}' could not be found."],
  database_timeout: [408, 'The database is busy with another write. Please try again in a moment.'],
  database_full: [503, "The server's disk is full. Free some space there and try again."],
  database_query_order_null: [
    400,
    "The order column '{column}' had a null value. Cursor pagination requires all rows order column values are non-null.",
  ],
  table_not_found: [404, "Table with the requested ID '{id}' could not be found."],
  collection_not_found: [404, "Collection with the requested ID '{id}' could not be found."],
  column_not_found: [404, "Column with the requested key '%s' could not be found."],
  column_limit_exceeded: [400, '{message}'],
  attribute_limit_exceeded: [400, '{message}'],
  attribute_type_invalid: [400, '{message}'],
  relationship_value_invalid: [400, '{message}'],
  row_not_found: [404, "Row with the requested ID '{id}' could not be found."],
  document_not_found: [404, "Document with the requested ID '{id}' could not be found."],
  row_missing_data: [400, '{message}'],
  row_missing_payload: [
    400,
    'The row data and permissions are missing. You must provide either row data or permissions to be updated.',
  ],
  row_already_exists: [
    409,
    "Row with the requested ID '{id}' already exists. Try again with a different ID or use ID.unique() to generate a unique ID.",
  ],
  row_unique_constraint_violation: [
    409,
    'Row violates a unique column constraint. Try again with different value(s).',
  ],
  row_invalid_structure: [400, 'Invalid document structure: {problem}'],
  document_invalid_structure: [400, 'Invalid document structure: {problem}'],
  row_update_conflict: [409, 'Remote row is newer than local.'],
  row_delete_restricted: [403, 'Row cannot be deleted because it is referenced by another row.'],
  transaction_not_found: [404, "Transaction with the requested ID '{id}' could not be found."],
  transaction_not_ready: [400, 'The transaction is not ready yet. Please try again later.'],
  transaction_expired: [410, 'The transaction has expired. Please create a new transaction and try again.'],
  transaction_conflict: [409, 'The transaction has a conflict. Please resolve the conflict and try again.'],
  transaction_limit_exceeded: [400, '{message}'],
  storage_bucket_not_found: [404, 'Storage bucket with the requested ID could not be found.'],
  storage_file_not_found: [404, 'The requested file could not be found.'],
  storage_file_already_exists: [409, 'A storage file with the requested ID already exists.'],
  storage_file_empty: [400, 'Empty file passed to the endpoint.'],
  storage_file_type_unsupported: [400, '{message}'],
  storage_invalid_file_size: [400, 'File size not allowed'],
  storage_invalid_content_range: [
    400,
    'The content range is invalid. Please check the value of the Content-Range header.',
  ],
  storage_invalid_range: [
    416,
    'The requested range is not satisfiable. Please check the value of the Range header.',
  ],
  storage_invalid_appwrite_id: [
    400,
    'The value for x-appwrite-id header is invalid. Please check the value of the x-appwrite-id header is a valid id and not unique().',
  ],
  storage_precondition_failed: [
    412,
    'The file does not meet the condition of If-Match or If-Unmodified-Since.',
  ],
} as const satisfies Record<string, readonly [status: number, template: string]>;

export type ErrorType = keyof typeof errors;

/** An error that the caller receives as `{message, code, type, version}`, or as an error frame. `errorResponse` converts other errors. */
export class ApiError extends Error {
  readonly type: ErrorType;
  readonly values: Readonly<Record<string, string>>;

  /** @param values the values in its message, or the whole message if the catalog has none */
  constructor(type: ErrorType, values: Readonly<Record<string, string>> | string = {}) {
    const byName = typeof values === 'string' ? { message: values } : values;
    super(errors[type][1].replace(/\{(\w+)\}/g, (_, name: string) => byName[name] ?? ''));
    this.type = type;
    this.values = byName;
  }

  /** The HTTP status. */
  get code(): (typeof errors)[ErrorType][0] {
    return errors[this.type][0];
  }
}

/** Creates the error 400 `general_argument_invalid` in the wording of a failed parameter check. Source: docs/rules.md#parameters. */
export function invalidParam(name: string, reason: string): ApiError {
  return new ApiError('general_argument_invalid', { message: `Invalid \`${name}\` param: ${reason}` });
}

/** Creates the error 400 `general_argument_invalid` for a missing parameter. Source: docs/rules.md#parameters. */
export function missingParam(name: string): ApiError {
  return new ApiError('general_argument_invalid', `Param "${name}" is not optional.`);
}

/** Creates the error 401 `user_unauthorized`, by default in Appwrite's generic wording, which does not reveal what exists. */
export function unauthorizedError(
  message = 'The current user is not authorized to perform the requested action.',
): ApiError {
  return new ApiError('user_unauthorized', message);
}
