import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Programs } from './programs.ts';
import { startScreen } from './webkit.ts';

// Its driver has no command for it, so a window of WebKitGTK's own library prints, by Debian's Python.
const printing = `
import sys, gi
gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2
address, paper = sys.argv[1:]
taken = '''
const taken = () => Object.keys(document.getElementById('root')).some((key) => key.startsWith('__reactContainer'));
// No program takes over the page of a lesson.
while (document.getElementById('state') && !taken()) await new Promise((resolve) => setTimeout(resolve, 20));
await document.fonts.ready;
'''
window = Gtk.OffscreenWindow(default_width=1280, default_height=900)
view = WebKit2.WebView()
window.add(view)
window.show_all()
printing = WebKit2.PrintOperation(web_view=view)
settings = Gtk.PrintSettings()
settings.set_printer('Print to File')
settings.set(Gtk.PRINT_SETTINGS_OUTPUT_URI, 'file://' + paper)
settings.set(Gtk.PRINT_SETTINGS_OUTPUT_FILE_FORMAT, 'pdf')
printing.set_print_settings(settings)
printing.connect('finished', lambda *_: Gtk.main_quit())
printing.connect('failed', lambda _, error: sys.exit(error.message))
def loaded(view, event):
    if event == WebKit2.LoadEvent.FINISHED:
        view.call_async_javascript_function(taken, -1, None, None, None, None, lambda *_: printing.print_())
view.connect('load-changed', loaded)
view.load_uri(address)
Gtk.main()
`;

/** A page as WebKitGTK puts it on paper, as a PDF. */
export async function printedByWebKit(url: string): Promise<Buffer> {
  const programs = await Programs.create();
  try {
    const [program, paper] = [join(programs.folder, 'print.py'), join(programs.folder, 'paper.pdf')];
    writeFileSync(program, printing);
    const screen = await startScreen(programs);
    const [code] = await once(programs.start('/usr/bin/python3', [program, url, paper], screen), 'exit');
    if (code !== 0) throw new Error(`WebKitGTK did not print (exit code ${code})`);
    return readFileSync(paper);
  } finally {
    await programs.stop();
  }
}
