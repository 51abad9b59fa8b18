import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { Programs, retry, withTimeLimit } from './programs.ts';

/** Address of the first page, which differs from that of a window without a page. */
const firstPage = 'about:blank#first';
const windowSource = `
import QtQuick 2.15
import QtQuick.Window 2.15
import QtWebEngine 1.10
Window { visible: true; width: 390; height: 844; WebEngineView { anchors.fill: parent; url: "${firstPage}" } }
`;

export interface OldChromium {
  /** Opens an address and waits until it has loaded. */
  goto(url: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /** Returns the value of an expression in the page. */
  evaluate<Value>(expression: string): Promise<Value>;
  screenshot(): Promise<Buffer>;
  stop(): Promise<void>;
}

/** Starts Chromium 87 (2020), which is part of Qt 5.15, and controls it through the DevTools protocol. */
export async function startOldChromium(qmlscene: string): Promise<OldChromium> {
  const programs = await Programs.create();
  const qml = join(programs.folder, 'window.qml');
  writeFileSync(qml, windowSource);
  const port = await freePort();
  programs.start(qmlscene, [qml], {
    QT_QPA_PLATFORM: 'offscreen',
    QT_QUICK_BACKEND: 'software',
    QTWEBENGINE_DISABLE_SANDBOX: '1',
    QTWEBENGINE_REMOTE_DEBUGGING: `127.0.0.1:${port}`,
    QTWEBENGINE_CHROMIUM_FLAGS: '--disable-gpu',
    XDG_RUNTIME_DIR: programs.folder,
  });
  const target = await retry(async () => {
    const pages = (await (await fetch(`http://127.0.0.1:${port}/json`)).json()) as {
      webSocketDebuggerUrl: string;
    }[];
    if (!pages[0]) throw new Error('The window has no page yet.');
    return pages[0].webSocketDebuggerUrl;
  });
  const socket = new WebSocket(target);
  const open = new Promise((resolve) => socket.addEventListener('open', resolve));
  await withTimeLimit(open, 'the developer tools respond');

  interface Message {
    id?: number;
    method?: string;
    result?: Record<string, unknown>;
    error?: { message: string };
  }
  const pending = new Map<number, (message: Message) => void>();
  let resolveLoad = () => {};
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message;
    if (message.id !== undefined) pending.get(message.id)?.(message);
    if (message.method === 'Page.loadEventFired') resolveLoad();
  });
  let lastId = 0;
  const request = async (
    method: string,
    params: object = {},
    milliseconds?: number,
  ): Promise<Record<string, unknown>> => {
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<Message>();
    pending.set(id, resolve);
    socket.send(JSON.stringify({ id, method, params }));
    const reply = withTimeLimit(promise, `${method} has a reply`, milliseconds);
    const { result, error } = await reply.finally(() => pending.delete(id));
    if (error) throw new Error(error.message);
    return result ?? {};
  };
  const evaluate = async <Value>(expression: string, milliseconds?: number) => {
    const { result } = await request('Runtime.evaluate', { expression, returnByValue: true }, milliseconds);
    return (result as { value: Value }).value;
  };
  // Waits for the first page: the window is reported earlier, but opening the page cancels requests.
  await retry(async () => {
    if ((await evaluate('location.href', 1000)) !== firstPage) throw new Error('The window is still empty.');
  });
  await request('Page.enable');
  const resize = async (width: number, height: number) => {
    const size = { width, height, deviceScaleFactor: 1, mobile: false };
    await request('Emulation.setDeviceMetricsOverride', size);
  };
  await resize(390, 844);

  return {
    resize,
    async goto(url) {
      const pageLoad = new Promise<void>((resolve) => {
        resolveLoad = resolve;
      });
      const { errorText } = await request('Page.navigate', { url });
      if (errorText) throw new Error(`${url}: ${errorText}`);
      await withTimeLimit(pageLoad, `${url} has loaded`);
    },
    evaluate,
    async screenshot() {
      const { data } = await request('Page.captureScreenshot', { format: 'png' });
      return Buffer.from(String(data), 'base64');
    },
    async stop() {
      socket.close();
      await programs.stop();
    },
  };
}
