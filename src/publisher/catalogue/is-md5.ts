/** Whether a signature is the MD5 of the content. */
export function isMd5(signature: string): boolean {
  return /^[0-9a-f]{32}$/.test(signature);
}
