import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Programs, retry } from './programs.ts';
import { DrivenBrowser } from './web-driver.ts';

const settings = `
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

/** Firefox through Marionette, the protocol that its own driver speaks: \`length:[type, id, command, parameters]\`. */
export async function startFirefox(program: string, { dark = false } = {}): Promise<DrivenBrowser> {
  const programs = await Programs.create();
  // 0 is dark, 1 is light.
  const scheme = `user_pref("layout.css.prefers-color-scheme.content-override", ${dark ? 0 : 1});\n`;
  writeFileSync(join(programs.folder, 'user.js'), settings + scheme);
  programs.start(program, [
    ...['--headless', '--no-remote', '--profile', programs.folder],
    ...['--marionette', '-remote-allow-system-access'],
  ]);
  const port = await retry(() => {
    const port = Number(readFileSync(join(programs.folder, 'MarionetteActivePort'), 'utf8'));
    if (!(port > 0)) throw new Error('Firefox has not told its port yet.');
    return port;
  });
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');

  type Answer = [type: number, id: number, error: { message: string } | null, result: unknown];
  const waiting = new Map<number, (answer: Answer) => void>();
  let buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (let colon = buffer.indexOf(':'); colon > 0; colon = buffer.indexOf(':')) {
      const end = colon + 1 + Number(buffer.subarray(0, colon));
      if (buffer.length < end) return;
      const message = JSON.parse(buffer.toString('utf8', colon + 1, end));
      buffer = buffer.subarray(end);
      if (Array.isArray(message)) waiting.get(message[1])?.(message as Answer);
    }
  });
  let lastId = 0;
  const ask = async (command: string, parameters: object = {}): Promise<unknown> => {
    lastId += 1;
    const id = lastId;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    waiting.set(id, resolve);
    const text = JSON.stringify([0, id, command, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await promise;
    waiting.delete(id);
    if (error) throw new Error(error.message);
    const answer = Object(result) as Record<string, unknown>;
    return 'value' in answer ? answer.value : answer;
  };
  await ask('WebDriver:NewSession');

  const send = (command: string, parameters: Record<string, unknown> = {}) =>
    ask(`WebDriver:${command}`, command === 'TakeScreenshot' ? { full: false } : parameters);
  return new DrivenBrowser({
    send,
    async resize(width, height) {
      // The window itself cannot be narrower than 450 px.
      await ask('Marionette:SetContext', { value: 'chrome' });
      const script = `gBrowser.selectedBrowser.style.maxWidth = '${width}px'`;
      await send('ExecuteScript', { script, args: [] });
      await ask('Marionette:SetContext', { value: 'content' });
      await send('SetWindowRect', { width: Math.max(width, 500), height });
    },
    async stop() {
      await ask('Marionette:Quit', {}).catch(() => undefined);
      socket.destroy();
      await programs.stop();
    },
  });
}
