import { Client as WebClient, Storage as WebStorage } from 'appwrite';
import { Client, Storage } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { afterAll, beforeAll } from 'vitest';
import { KEY, type RunningBackend, schemaWithBuckets, startBackend } from './backend.ts';
import { samplePdf } from './sample-pdf.ts';

/** Starts a backend with additional buckets for the tests of one file, with the SDKs of the owner and of a visitor. */
export function setUpStorage(buckets: Parameters<typeof schemaWithBuckets>[0] = []) {
  let running: RunningBackend;
  let owner: Storage;
  let visitor: WebStorage;
  beforeAll(async () => {
    running = await startBackend({ schema: schemaWithBuckets(buckets) });
    owner = new Storage(new Client().setEndpoint(running.endpoint).setProject('minbar').setKey(KEY));
    visitor = new WebStorage(new WebClient().setEndpoint(running.endpoint).setProject('minbar'));
  });
  afterAll(() => running.stop());
  return {
    get running() {
      return running;
    },
    get owner() {
      return owner;
    },
    get visitor() {
      return visitor;
    },
    /** Uploads a PDF of `size` bytes as the owner. */
    put: (bucketId: string, fileId: string, name: string, size = 2000, permissions: string[] = []) =>
      owner.createFile({
        bucketId,
        fileId,
        file: InputFile.fromBuffer(samplePdf('x', size), name),
        permissions,
      }),
  };
}
