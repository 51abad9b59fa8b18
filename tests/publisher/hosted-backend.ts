// A backend in a process of its own, with another project id than the site's: what the publisher meets on a hosted Appwrite.
import { projectSchema, startBackend } from '../support/backend.ts';

const [projectId = ''] = process.argv.slice(2);
const backend = await startBackend({ schema: { ...projectSchema, projectId } });
console.log(backend.endpoint);
process.once('SIGTERM', async () => {
  await backend.stop();
  process.exit(0);
});
