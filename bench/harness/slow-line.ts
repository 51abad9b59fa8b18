import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from './child.ts';

/** A real line to another network namespace: what is sent there is late, and no faster than the line. */
export interface SlowLine {
  /** The address of this side, for a server. */
  readonly address: string;
  /** A program that runs another one, such as a browser, at the far end. */
  farEnd(program: string): string;
  stop(): Promise<void>;
}

export interface LineSpeed {
  /** Bits a second towards the far end, and from it. */
  down: number;
  up: number;
  /** Milliseconds of a round trip. */
  latency: number;
}

const names = { space: 'minbar-bench', near: 'mb-near', far: 'mb-far' };
const addresses = { near: '10.77.0.1', far: '10.77.0.2' };

// Few kernels of virtual machines have tc's netem, all have TUN devices: two of them, and between them a line that keeps each
// packet until it would have arrived. TCP, with its slow start, is the kernel's own.
const line = `
import collections, fcntl, os, select, struct, sys, time
down, up, latency = (float(text) for text in sys.argv[1:4])
def device(name):
    file = os.open('/dev/net/tun', os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(file, 0x400454ca, struct.pack('16sH', name.encode(), 0x1001))
    return file
near, far = device(sys.argv[4]), device(sys.argv[5])
class Way:
    def __init__(self, source, sink, rate):
        self.source, self.sink, self.rate, self.free, self.queue = source, sink, rate / 8, 0.0, collections.deque()
    def take(self):
        try:
            while True:
                packet = os.read(self.source, 65536)
                self.free = max(time.monotonic(), self.free) + len(packet) / self.rate
                if len(self.queue) < 1000: self.queue.append((self.free + latency / 2000, packet))
        except BlockingIOError: pass
    def give(self):
        while self.queue and self.queue[0][0] <= time.monotonic(): os.write(self.sink, self.queue.popleft()[1])
ways = [Way(near, far, down), Way(far, near, up)]
print('the line is there', flush=True)
while True:
    due = min((way.queue[0][0] for way in ways if way.queue), default=time.monotonic() + 1)
    select.select([near, far], [], [], max(0, due - time.monotonic()))
    for way in ways: way.take(); way.give()
`;

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}

/** Why this machine can have no such line; undefined when it can. */
export function noLine(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/dev/net/tun')) return 'it needs Linux, root and /dev/net/tun';
  const missing = ['ip', 'python3', 'openssl'].find((name) => spawnSync(name, ['-V']).error);
  return missing && `it needs ${missing}`;
}

export async function startSlowLine(folder: string, { down, up, latency }: LineSpeed): Promise<SlowLine> {
  const program = join(folder, 'line.py');
  writeFileSync(program, line);
  const child = await startChild(
    ['python3', program, ...[down, up, latency].map(String), names.near, names.far],
    { ready: /the line is there/ },
  );
  const removeSpace = () => spawnSync('ip', ['netns', 'delete', names.space]);
  try {
    removeSpace();
    ip('netns', 'add', names.space);
    ip('link', 'set', names.far, 'netns', names.space);
    ip('address', 'add', addresses.near, 'peer', addresses.far, 'dev', names.near);
    ip('link', 'set', names.near, 'up');
    ip('-n', names.space, 'address', 'add', addresses.far, 'peer', addresses.near, 'dev', names.far);
    for (const device of [names.far, 'lo']) ip('-n', names.space, 'link', 'set', device, 'up');
  } catch (error) {
    await child.stop();
    throw error;
  }
  return {
    address: addresses.near,
    farEnd(started) {
      const wrapper = join(folder, 'far-end');
      writeFileSync(wrapper, `#!/bin/sh\nexec ip netns exec ${names.space} '${started}' "$@"\n`);
      chmodSync(wrapper, 0o755);
      return wrapper;
    },
    async stop() {
      removeSpace();
      await child.stop();
    },
  };
}
