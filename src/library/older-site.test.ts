import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import type { Target } from './catalogue/target.ts';
import { refuseOlderSite } from './older-site.ts';

async function asking(status: number, type: string): Promise<void> {
  const site = createServer((_, response) => response.writeHead(status, { 'content-type': type }).end());
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  try {
    await refuseOlderSite({ site: origin } as Target);
  } finally {
    site.close();
  }
}

test('a site whose page of lessons is not found is of an older version, any other is not', async () => {
  await expect(asking(404, 'text/html; charset=utf-8')).rejects.toThrow(
    'does not answer at the addresses of lessons',
  );
  await asking(302, 'text/html');
  await asking(404, 'application/json');
});

test('a site that does not answer keeps nobody from publishing', async () => {
  await refuseOlderSite({ site: 'http://127.0.0.1:9' } as Target);
});
