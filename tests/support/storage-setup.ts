import { Client as WebClient, Storage as WebStorage } from 'appwrite';
import { Client, Storage } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { KEY, schemaWithBuckets, startBackend } from './backend.ts';
import { setUpBackend } from './backend-setup.ts';
import { samplePdf } from './sample-pdf.ts';

/** Starts a backend with additional buckets for the tests of one file, with the SDKs of the owner and of a visitor. */
export function setUpStorage(buckets: Parameters<typeof schemaWithBuckets>[0] = []) {
  const running = setUpBackend(() => startBackend({ schema: schemaWithBuckets(buckets) }));
  const setup = {
    running,
    get owner() {
      return new Storage(new Client().setEndpoint(running.endpoint).setProject('minbar').setKey(KEY));
    },
    get visitor() {
      return new WebStorage(new WebClient().setEndpoint(running.endpoint).setProject('minbar'));
    },
    /** Uploads a PDF of `size` bytes as the owner. */
    put: (bucketId: string, fileId: string, name: string, size = 2000, permissions: string[] = []) =>
      setup.owner.createFile({
        bucketId,
        fileId,
        file: InputFile.fromBuffer(samplePdf('x', size), name),
        permissions,
      }),
  };
  return setup;
}
