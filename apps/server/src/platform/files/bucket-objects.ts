import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  type _Object,
} from '@aws-sdk/client-s3';
import { StartupError } from '../embedded/startup-error.ts';

export type BucketObjects = ReturnType<typeof bucketObjects>;
/** One of the objects with the same content. */
export type Copy = _Object;

/**
 * The objects of `s3://bucket/prefix`, each named `<prefix>/<sha256>.<uuid>`. Region, address and keys come from the standard
 * variables (`AWS_REGION`, `AWS_ENDPOINT_URL_S3`, `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`) or from the machine's role. With
 * `AWS_ENDPOINT_URL_S3` the bucket is part of the path, as MinIO, Ceph and Garage require.
 */
export function bucketObjects(url: string) {
  const { hostname: Bucket, pathname } = new URL(url);
  const prefix = pathname.replaceAll(/^\/+|\/+$/g, '');
  const root = prefix && `${prefix}/`;
  const client = new S3Client({
    forcePathStyle: Boolean(process.env['AWS_ENDPOINT_URL_S3'] ?? process.env['AWS_ENDPOINT_URL']),
    // Most other S3 servers lack the newer checksums; the object's name already contains its hash.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    /** Rejects with a `StartupError` that names the bucket if it cannot be used. */
    reachable: async () => {
      await client.send(new HeadBucketCommand({ Bucket })).catch((error: unknown) => {
        throw new StartupError(
          `FILES_URL: the bucket ${Bucket} cannot be used (${reasonOf(error)}). Check AWS_REGION, AWS_ENDPOINT_URL_S3 and the keys.`,
        );
      });
    },
    copies: async (sha256: string): Promise<Copy[]> => {
      const Prefix = `${root}${sha256}.`;
      return (await client.send(new ListObjectsV2Command({ Bucket, Prefix }))).Contents ?? [];
    },
    /** Uploads a file of `bytes` bytes as one more copy. */
    add: async (sha256: string, file: string, bytes: number) => {
      const Key = `${root}${sha256}.${randomUUID()}`;
      const Body = createReadStream(file);
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentLength: bytes }));
    },
    drop: (copies: readonly Copy[]) =>
      Promise.all(copies.map(({ Key }) => client.send(new DeleteObjectCommand({ Bucket, Key })))),
    /** The bytes of a copy; undefined if it was deleted meanwhile. */
    read: async ({ Key }: Copy, Range?: string): Promise<Readable | undefined> => {
      try {
        return (await client.send(new GetObjectCommand({ Bucket, Key, Range }))).Body as Readable;
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    },
    /** All objects, a thousand at a time. */
    async *all(): AsyncGenerator<Copy[]> {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: root, ContinuationToken }));
        yield page.Contents ?? [];
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
}

function reasonOf(error: unknown): string {
  const status = error instanceof S3ServiceException && error.$metadata.httpStatusCode;
  if (status) return `HTTP ${status}`;
  return error instanceof Error ? error.message || error.name : String(error);
}
