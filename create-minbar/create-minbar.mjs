#!/usr/bin/env node
// `npm create minbar [FOLDER]` is `npx minbar new [FOLDER]`.
process.argv.splice(2, 0, 'new');
await import('minbar/minbar.mjs');
