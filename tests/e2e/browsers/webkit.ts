import { once } from 'node:events';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../support/free-port.ts';
import { Programs, retry } from './programs.ts';
import { DrivenBrowser } from './web-driver.ts';

/** Returns the path of the browser that WebKitGTK's driver starts; undefined if it is not installed. */
export const miniBrowser = (): string | undefined =>
  globSync('/usr/lib/{*/,}webkit2gtk-4.1/MiniBrowser').sort().at(-1);

// Shrinks the browser's buttons, which would prevent a window as narrow as a phone.
const slimStyle =
  '* { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }';
const slimSettings = '[Settings]\ngtk-toolbar-style=GTK_TOOLBAR_TEXT\n';

/** Method and path of the commands, relative to the session's address. */
const endpoints: Record<string, [method: string, path: string]> = {
  Navigate: ['POST', '/url'],
  ExecuteScript: ['POST', '/execute/sync'],
  ElementClick: ['POST', '/element/:id/click'],
  ElementSendKeys: ['POST', '/element/:id/value'],
  PerformActions: ['POST', '/actions'],
  SetWindowRect: ['POST', '/window/rect'],
  Back: ['POST', '/back'],
  TakeScreenshot: ['GET', '/screenshot'],
};

/** Starts a virtual screen and returns the environment variables with which GTK programs use it. */
async function startScreen(programs: Programs): Promise<Record<string, string>> {
  const size = ['-screen', '0', '1600x1200x24'];
  const screen = programs.start('Xvfb', ['-displayfd', '3', ...size, '-nolisten', 'tcp']);
  const [display] = await once(screen.stdio[3] as NodeJS.ReadableStream, 'data');
  return {
    ...{ DISPLAY: `:${String(display).trim()}`, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    // Halves the rendering work on a system without a graphics card.
    WEBKIT_DISABLE_COMPOSITING_MODE: '1',
  };
}

/** Starts WebKitGTK, which has Safari's engine, on a virtual screen. */
export async function startWebKit({ dark = false } = {}): Promise<DrivenBrowser> {
  const programs = await Programs.create();
  mkdirSync(join(programs.folder, 'gtk-3.0'));
  writeFileSync(join(programs.folder, 'gtk-3.0/gtk.css'), slimStyle);
  writeFileSync(join(programs.folder, 'gtk-3.0/settings.ini'), slimSettings);

  const port = await freePort();
  const screen = await startScreen(programs);
  programs.start('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], screen);

  const request = async (method: string, path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = (await response.json()) as { value: unknown };
    const { error, message } = Object(value) as { error?: string; message?: string };
    if (!response.ok) throw new Error(`${error}: ${message}`);
    return value;
  };
  await retry(() => request('GET', '/status'));
  const options = { binary: miniBrowser(), args: ['--automation', ...(dark ? ['--dark-mode'] : [])] };
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
  const { sessionId } = (await request('POST', '/session', { capabilities })) as { sessionId: string };

  const send = (command: string, parameters: Record<string, unknown> = {}) => {
    const [method, path] = endpoints[command] ?? [];
    if (!method || !path) throw new Error(`${command} is not supported.`);
    return request(method, `/session/${sessionId}${path.replace(':id', String(parameters.id))}`, parameters);
  };
  return new DrivenBrowser({
    send,
    async resize(width, height) {
      await send('SetWindowRect', { width, height });
    },
    async stop() {
      await request('DELETE', `/session/${sessionId}`).catch(() => undefined);
      await programs.stop();
    },
  });
}
