/**
 * Replaces the SDK's `json-bigint` in the browser (vite.config.ts): with its arithmetic it is a third of the SDK's chunk, and no
 * column of the library holds a number above 2^53.
 */
export default (): JSON => JSON;
