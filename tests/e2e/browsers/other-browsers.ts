import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { miniBrowser } from './webkit.ts';

interface OtherBrowser {
  /** Returns the path of the browser's program; undefined if the browser is not installed. */
  find: () => string | undefined;
  /** Debian packages that provide the browser. */
  packages: readonly string[];
}

/** Returns the path of a program in `PATH`, `/usr/bin` or Qt's folder; undefined if there is none. */
function findInPath(program: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/lib/qt5/bin'];
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path));
}

/** The browsers other than Chromium. Tests skip those that are not installed (docs/browsers.md). */
export const otherBrowsers = {
  WebKitGTK: {
    find: () => findInPath('Xvfb') && miniBrowser() && findInPath('WebKitWebDriver'),
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
  Firefox: { find: () => findInPath('firefox-esr'), packages: ['firefox-esr'] },
  'Chromium 87': {
    find: () => (globSync('/usr/lib/*/qt5/qml/QtWebEngine').length > 0 ? findInPath('qmlscene') : undefined),
    packages: [
      ...['qmlscene', 'qml-module-qtwebengine'],
      ...['qml-module-qtquick2', 'qml-module-qtquick-window2'],
    ],
  },
} as const satisfies Record<string, OtherBrowser>;
