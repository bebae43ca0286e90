import { z } from 'zod';
import { calls, moment } from '../../grammar/call.ts';
import { permissions, type Permission } from '../../grammar/permissions.ts';

/** What a file is uploaded for. It is the kind of the stored file. */
export const uploadPurposes = ['FILE', 'OTA_PACKAGE', 'APP_PACKAGE'] as const;
export type UploadPurpose = (typeof uploadPurposes)[number];

/** The permission that an upload for this purpose requires. */
export const uploadPermissions: Record<UploadPurpose, Permission> = {
  FILE: permissions.fileUpload,
  OTA_PACKAGE: permissions.otaUpload,
  APP_PACKAGE: permissions.appReleaseWrite,
};

const megabyte = 1024 * 1024;

export const uploadLimits = {
  /** The largest file, in bytes. */
  bytes: 4_096 * megabyte,
  /** The largest body of one request. */
  requestBytes: 128 * megabyte,
  /** A smaller file is sent in one request, a larger one in parts. */
  directBytes: 128 * megabyte,
  /** The parts of a larger file. */
  partBytes: 32 * megabyte,
  /** Files that one person chooses at once. */
  files: 4,
  name: 200,
} as const;

/** The version of the upload protocol, the value of `Tus-Resumable`. */
export const tusVersion = '1.0.0';
/** Uploads are created here with POST; each has an address below it (https://tus.io/protocols/resumable-upload). */
export const tusPath = '/api/file/tus';
/** The header of the last answer of an upload: the id of the stored file. */
export const fileIdHeader = 'upload-file-id';

/** An upload that has not ended. */
export const openUpload = z.object({
  id: z.string(),
  purpose: z.enum(uploadPurposes),
  name: z.string(),
  bytes: z.number().int(),
  /** Bytes that the server has stored; the upload continues there. */
  receivedBytes: z.number().int(),
  createdAt: moment,
  /** After this moment without a further part the upload is deleted. */
  expiresAt: moment,
});
export type OpenUpload = z.infer<typeof openUpload>;

/** Uploads of the caller; the bytes themselves are sent to `tusPath`. */
export const uploadCalls = calls('uploads', {
  /** The caller's own uploads that have not ended, the newest first. The purpose decides the permission. */
  list: {
    method: 'POST',
    path: 'service/file/upload/query',
    allow: 'signedIn',
    reads: true,
    input: z.strictObject({ purpose: z.enum(uploadPurposes) }),
    output: z.object({ list: z.array(openUpload) }),
  },
});
