const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
const TIMEOUT_MS = 240_000;

/** Sends the commands of W3C WebDriver, with the names of Firefox's Marionette, to a browser. */
export interface Driver {
  send(command: string, parameters?: Record<string, unknown>): Promise<unknown>;
  /** Resizes the browser window. */
  resize(width: number, height: number): Promise<void>;
  stop(): Promise<void>;
}

/** A browser with one window that is used like a visitor's, with real clicks and keys. */
export class DrivenBrowser {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    this.#driver = driver;
  }

  stop(): Promise<void> {
    return this.#driver.stop();
  }

  async goto(url: string): Promise<void> {
    await this.#driver.send('Navigate', { url });
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#driver.resize(width, height);
    await this.until(`the page is ${width} px wide`, `return innerWidth === ${width}`);
  }

  /** Runs the body of a function in the page and returns its result. */
  async run<Result>(script: string, ...args: unknown[]): Promise<Result> {
    return (await this.#driver.send('ExecuteScript', { script, args })) as Result;
  }

  /** Waits until the body of a function returns a truthy value, also across page loads. Throws an error that names the condition. */
  async until(condition: string, script: string, ...args: unknown[]): Promise<void> {
    const end = performance.now() + TIMEOUT_MS;
    while (performance.now() < end) {
      // A page that is unloading cannot run scripts.
      if (await this.run(script, ...args).catch(() => false)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`Timed out waiting until ${condition}`);
  }

  /** Returns the id of the first visible element that matches a selector and has the text, if one is given. */
  async #find(selector: string, text?: string): Promise<string> {
    const script = `return [...document.querySelectorAll(arguments[0])].find((element) =>
      element.getClientRects().length > 0 && (arguments[1] === null || element.textContent.trim() === arguments[1]))`;
    const args = [selector, text ?? null];
    await this.until(`${selector} ${text ?? ''} is visible`, `${script} !== undefined`, ...args);
    const element = await this.run<Record<string, string>>(script, ...args);
    // Scrolls at once: with smooth scrolling, a driver would click before the target arrives.
    await this.run(`arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })`, element);
    return element[elementKey] ?? '';
  }

  async click(selector: string, text?: string): Promise<void> {
    // Retries elements that move or have just been rendered again.
    const end = performance.now() + TIMEOUT_MS;
    for (;;) {
      try {
        await this.#driver.send('ElementClick', { id: await this.#find(selector, text) });
        return;
      } catch (error) {
        if (performance.now() > end) throw error;
      }
    }
  }

  async type(selector: string, text: string): Promise<void> {
    await this.#driver.send('ElementSendKeys', { id: await this.#find(selector), text });
  }

  /** Clicks at a position of the window. */
  async clickAt(x: number, y: number): Promise<void> {
    const actions = [
      { type: 'pointerMove', duration: 0, x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    await this.#driver.send('PerformActions', { actions: [mouse] });
  }

  async press(key: string): Promise<void> {
    const actions = ['keyDown', 'keyUp'].map((type) => ({ type, value: key }));
    await this.#driver.send('PerformActions', { actions: [{ type: 'key', id: 'keys', actions }] });
  }

  async back(): Promise<void> {
    await this.#driver.send('Back');
  }

  /** Prints the page as a PDF; only in Firefox. */
  async print(): Promise<Buffer> {
    return Buffer.from(String(await this.#driver.send('Print')), 'base64');
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from(String(await this.#driver.send('TakeScreenshot')), 'base64');
  }
}
