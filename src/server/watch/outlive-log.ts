/**
 * Has the site go on where what it says can be written nowhere: whoever read the log is gone (`EPIPE`), its disk is full (`ENOSPC`) or its
 * terminal was closed (`EIO`). Without a listener such an error would end the process, `console` or not.
 */
export function outliveLog(outputs: readonly NodeJS.EventEmitter[] = [process.stdout, process.stderr]): void {
  // There is nowhere to say it; what can be written later is.
  for (const output of outputs) output.on('error', () => undefined);
}
