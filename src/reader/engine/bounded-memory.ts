const pageBytes = 65_536;

/** From now on no WebAssembly memory of this process grows beyond so many bytes: its program is told that there is no more. */
export function boundWasmMemory(mostBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + Number(pages) * pageBytes > mostBytes)
      throw new RangeError('No more memory');
    return grow.call(this, pages);
  };
}
