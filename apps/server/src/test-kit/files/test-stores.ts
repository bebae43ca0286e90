import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import S3rver from '@20minutes/s3rver';
import { vi } from 'vitest';

/** The two kinds of file stores, for suites that run over both. */
export const storeNames = ['a folder', 'a bucket'] as const;
type StoreName = (typeof storeNames)[number];

/** An S3 server with the bucket `floors`, and a folder. The variables of the S3 client name the server until `stop`. */
export async function startStores() {
  const folder = await mkdtemp(join(tmpdir(), 'sweepline-stores-'));
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'floors', configs: [] }],
  });
  const { port }: AddressInfo = await s3.run();
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER');
  const urls = {
    'a folder': pathToFileURL(join(folder, 'files')).href,
    'a bucket': 's3://floors/sweepline',
  } satisfies Record<StoreName, string>;
  return {
    folder,
    urls,
    stop: async (): Promise<void> => {
      vi.unstubAllEnvs();
      await s3.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type TestStores = Awaited<ReturnType<typeof startStores>>;
