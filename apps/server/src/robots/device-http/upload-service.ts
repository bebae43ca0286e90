import type { Readable } from 'node:stream';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { joinParts } from '../../platform/files/file-parts.ts';
import type { FileStore } from '../../platform/files/files.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { Registration } from '../identity/registry.ts';
import { attachLogFile } from '../../entities/remote/device-log-service.ts';
import { deviceUploads } from '../../entities/remote/device-upload-table.ts';
import { refusalOf, type IdRefusal } from '../intake/uplink-refusals.ts';
import { uploadJob } from './upload-jobs.ts';

const megabyte = 1024 * 1024;
const singlePartBytes = 128 * megabyte;
const partBytes = 16 * megabyte;
const dayMs = 86_400_000;
/** 199 pictures of a robot have a tenth of it. */
const maxZipBytes = 512 * megabyte;

const mediaTypes = {
  MAP: 'application/zip',
  LOG: 'application/zip',
  FILE: 'application/octet-stream',
  TRAJECTORY: 'application/gzip',
  COVERAGE: 'image/png',
  AI_IMAGE: 'application/zip',
  CRASH: 'application/octet-stream',
} as const;

export const newUpload = z.object({
  kind: z.enum(Object.keys(mediaTypes) as [keyof typeof mediaTypes]),
  name: z.string().min(1).max(200),
  bytes: z
    .number()
    .int()
    .min(1)
    .max(4096 * megabyte),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  refId: z.string().max(128).default(''),
});

export class UploadRefusal extends Error {
  readonly status: number;
  /** The id that the caller may not use. */
  readonly refusedId: IdRefusal | undefined;
  constructor(status: number, message: string, refusedId?: IdRefusal) {
    super(message);
    this.status = status;
    this.refusedId = refusedId;
  }
}
const refuse = (status: number, message: string): never => {
  throw new UploadRefusal(status, message);
};

/** An upload of this device for its present company. */
const own = ({ deviceId, companyId }: Registration, uploadId: string) =>
  and(
    eq(deviceUploads.id, uploadId),
    eq(deviceUploads.deviceId, deviceId),
    eq(deviceUploads.companyId, companyId),
  );

/** An upload that is not the device's own, with the reason that only staff may read: the answer must not reveal foreign ids. */
async function refuseUpload(db: Db, device: Registration, uploadId: string): Promise<never> {
  const owner = { deviceId: deviceUploads.deviceId, companyId: deviceUploads.companyId };
  const [row] = await inScope(
    db,
    '*',
    (tx) => tx.select(owner).from(deviceUploads).where(eq(deviceUploads.id, uploadId)),
    { readOnly: true },
  );
  throw new UploadRefusal(404, 'no such upload', refusalOf(row, device, 'uploadId', uploadId));
}

interface Admitted {
  kind: string;
  refId: string;
  bytes: number;
}

/** Refuses logs, files and pictures that no open job of the device asked for. */
async function admit(db: Db, now: Clock, device: Registration, upload: Admitted): Promise<void> {
  if (upload.kind === 'AI_IMAGE' && upload.bytes > maxZipBytes) refuse(400, 'the zip is too large');
  const at = now().toISOString();
  const job = await inScope(db, '*', (tx) => uploadJob(tx, device, upload, at), { readOnly: true });
  if (job === 'OVER') refuse(409, 'the job is over');
  if (typeof job === 'object') throw new UploadRefusal(404, 'no such job', job);
}

/** Files from devices: announced with size and hash, uploaded in parts, checked, then stored for their company. */
export function createUploadService(db: Db, files: FileStore, now: Clock) {
  const find = async (device: Registration, uploadId: string) => {
    const [row] = await inScope(
      db,
      [device.companyId],
      (tx) => tx.select().from(deviceUploads).where(own(device, uploadId)),
      { readOnly: true },
    );
    if (!row) return await refuseUpload(db, device, uploadId);
    if (Date.parse(row.expiresAt) < now().getTime() && !row.fileId) return refuse(410, 'expired');
    return row;
  };

  return {
    begin: async (device: Registration, announced: z.output<typeof newUpload>) => {
      await admit(db, now, device, announced);
      const single = announced.bytes <= singlePartBytes;
      const partSize = single ? singlePartBytes : partBytes;
      const at = now();
      const row = {
        id: newId(),
        companyId: device.companyId,
        deviceId: device.deviceId,
        ...announced,
        partSize,
        partCount: Math.ceil(announced.bytes / partSize),
        parts: {},
        createdAt: at.toISOString(),
        expiresAt: new Date(at.getTime() + dayMs).toISOString(),
      };
      await inScope(db, [device.companyId], (tx) => tx.insert(deviceUploads).values(row));
      return row;
    },

    /**
     * Stores one part and returns its ETag; the same part again replaces it. The length is checked by the header. Aborting
     * in the middle of a body would close the connection before the answer is read.
     */
    putPart: async (
      device: Registration,
      uploadId: string,
      { n, length, content }: { n: number; length: number; content: Readable },
    ) => {
      const upload = await find(device, uploadId);
      if (n < 1 || n > upload.partCount) refuse(404, 'no such part');
      const last = n === upload.partCount;
      const expected = last ? upload.bytes - (n - 1) * upload.partSize : upload.partSize;
      if (length !== expected) refuse(400, `part ${n} must have ${expected} bytes`);
      const stored = await files.put(content, expected);
      if (stored.bytes !== expected) refuse(400, `part ${n} broke off`);
      await inScope(db, [device.companyId], (tx) =>
        tx
          .update(deviceUploads)
          // Merged in the database, because parts may arrive concurrently.
          .set({ parts: sql`${deviceUploads.parts} || ${JSON.stringify({ [n]: stored.sha256 })}::jsonb` })
          .where(own(device, uploadId)),
      );
      return stored.sha256;
    },

    /** Checks the whole file and stores it. A repeated call returns the same file. */
    complete: async (
      device: Registration,
      uploadId: string,
    ): Promise<{ fileId: string; kind: string; refId: string }> => {
      const upload = await find(device, uploadId);
      const { kind, refId } = upload;
      if (upload.fileId) return { fileId: upload.fileId, kind, refId };
      // The job may have been canceled since the upload began.
      await admit(db, now, device, upload);
      const hashes = Array.from({ length: upload.partCount }, (_, index) => upload.parts[`${index + 1}`]);
      if (hashes.some((it) => it === undefined)) refuse(409, 'parts are missing');
      const whole = await joinParts(files, hashes as string[]);
      if (whole.sha256 !== upload.sha256) refuse(422, 'the hash is not the announced one');
      const fileId = newId();
      return await inScope(db, [device.companyId], async (tx) => {
        const [locked] = await tx.select().from(deviceUploads).where(own(device, uploadId)).for('update');
        if (!locked) return refuse(404, 'no such upload');
        if (locked.fileId) return { fileId: locked.fileId, kind, refId };
        await tx.insert(storedFiles).values({
          id: fileId,
          companyId: device.companyId,
          kind: upload.kind,
          name: upload.name,
          mediaType: mediaTypes[upload.kind as keyof typeof mediaTypes],
          ...whole,
          createdAt: now().toISOString(),
        });
        await tx.update(deviceUploads).set({ fileId }).where(own(device, uploadId));
        if (kind === 'LOG') await attachLogFile(tx, { ...device, jobId: upload.refId, fileId });
        return { fileId, kind, refId };
      });
    },
  };
}
