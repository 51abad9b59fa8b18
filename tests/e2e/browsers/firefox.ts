import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Programs, retry } from './programs.ts';
import { DrivenBrowser } from './web-driver.ts';

const preferences = `
user_pref("marionette.port", 0);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
user_pref("toolkit.telemetry.enabled", false);
`;

/** Starts Firefox and controls it through Marionette, whose messages are `length:[type, id, command, parameters]`. */
export async function startFirefox(program: string, { dark = false } = {}): Promise<DrivenBrowser> {
  const programs = await Programs.create();
  // 0 is dark, 1 is light.
  const scheme = `user_pref("layout.css.prefers-color-scheme.content-override", ${dark ? 0 : 1});\n`;
  writeFileSync(join(programs.folder, 'user.js'), preferences + scheme);
  programs.start(program, [
    ...['--headless', '--no-remote', '--profile', programs.folder],
    ...['--marionette', '-remote-allow-system-access'],
  ]);
  const port = await retry(() => {
    const port = Number(readFileSync(join(programs.folder, 'MarionetteActivePort'), 'utf8'));
    if (!(port > 0)) throw new Error('Firefox has not reported its port yet.');
    return port;
  });
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');

  type Reply = [type: number, id: number, error: { message: string } | null, result: unknown];
  const pending = new Map<number, (reply: Reply) => void>();
  let buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (let colon = buffer.indexOf(':'); colon > 0; colon = buffer.indexOf(':')) {
      const end = colon + 1 + Number(buffer.subarray(0, colon));
      if (buffer.length < end) return;
      const message = JSON.parse(buffer.toString('utf8', colon + 1, end));
      buffer = buffer.subarray(end);
      if (Array.isArray(message)) pending.get(message[1])?.(message as Reply);
    }
  });
  let lastId = 0;
  const request = async (command: string, parameters: object = {}): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    pending.set(id, resolve);
    const text = JSON.stringify([0, id, command, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await promise;
    pending.delete(id);
    if (error) throw new Error(error.message);
    const reply = Object(result) as Record<string, unknown>;
    return 'value' in reply ? reply.value : reply;
  };
  await request('WebDriver:NewSession');

  const send = (command: string, parameters: Record<string, unknown> = {}) =>
    request(`WebDriver:${command}`, command === 'TakeScreenshot' ? { full: false } : parameters);
  return new DrivenBrowser({
    send,
    async resize(width, height) {
      // Narrows the page, because the window cannot be narrower than 450 px.
      await request('Marionette:SetContext', { value: 'chrome' });
      const script = `gBrowser.selectedBrowser.style.maxWidth = '${width}px'`;
      await send('ExecuteScript', { script, args: [] });
      await request('Marionette:SetContext', { value: 'content' });
      await send('SetWindowRect', { width: Math.max(width, 500), height });
    },
    async stop() {
      await request('Marionette:Quit', {}).catch(() => undefined);
      socket.destroy();
      await programs.stop();
    },
  });
}
