const listOfRows = /^\/v1\/tablesdb\/[^/?]+\/tables\/[^/?]+\/rows(?:\?|$)/;

/** Whether a list of rows is asked that every visitor is given alike; a transaction's has what is not there yet. */
export function isRowsQuestion(url: string): boolean {
  return listOfRows.test(url) && !new URLSearchParams(url.slice(url.indexOf('?'))).has('transactionId');
}
