import { fileURLToPath } from 'node:url';

/** The folder that holds `package.json`, `content/` and `dist/`. */
export const projectRoot: string = fileURLToPath(new URL('../../', import.meta.url));
