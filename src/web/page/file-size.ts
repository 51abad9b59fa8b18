const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const largestInKilobytes = 10 * kilobyte;

const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A size in bytes as text: KB under 10 KB, otherwise MB with 2 decimals; the same in both languages. */
export function fileSize(bytes: number): string {
  const size = Number.isFinite(bytes) ? Math.max(0, bytes) : 0;
  return size < largestInKilobytes
    ? `${short.format(size / kilobyte)} KB`
    : `${twoDecimals.format(size / megabyte)} MB`;
}
