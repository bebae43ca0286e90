import { z } from 'zod';
import { byId, calls, moment, nothing } from '../../grammar/call.ts';
import { keyword, listInput, listOf, sortBy } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';

export const managedFileLimits = { label: 50, remarks: 500 } as const;

/** A file that people of a company keep for their robots. */
export const managedFile = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  name: z.string(),
  bytes: z.number().int(),
  /** For display and comparison by hand; it proves nothing. */
  md5: z.string(),
  sha256: z.string(),
  /** Where the installation keeps the file: the path of the call that reads it. */
  path: z.string(),
  /** The ending of the name in lower case, such as `zip` or `tar.gz`; empty without one. */
  format: z.string(),
  label: z.string(),
  remarks: z.string(),
  /** Empty when the account was deleted, or is outside the tenant scope. */
  uploader: z.string(),
  uploadedAt: moment,
  updatedAt: moment,
  version: z.number().int(),
});
export type ManagedFile = z.infer<typeof managedFile>;

const label = z.string().trim().max(managedFileLimits.label);
const remarks = z.string().trim().max(managedFileLimits.remarks);

export const managedFileCalls = calls('managedFiles', {
  list: {
    method: 'POST',
    path: 'service/file/queryWithPage',
    allow: permissions.files,
    reads: true,
    input: listInput({
      /** Part of the name, the label, the remarks, or the MD5. */
      keyword,
      label: label.optional(),
      format: z.string().trim().max(20).optional(),
      companyId: z.uuid().optional(),
      /** Uploaded in this period. */
      from: moment.optional(),
      to: moment.optional(),
      sort: sortBy('name', 'bytes', 'updatedAt').default('-updatedAt'),
    }),
    output: listOf(managedFile),
  },
  detail: {
    method: 'POST',
    path: 'service/file/detail',
    allow: permissions.files,
    reads: true,
    input: byId,
    output: managedFile,
  },
  /** The labels and formats in use, for the filters, and the storage of the caller's company. */
  usage: {
    method: 'POST',
    path: 'service/file/usage',
    allow: permissions.files,
    reads: true,
    input: z.strictObject({}),
    output: z.object({
      labels: z.array(z.string()),
      formats: z.array(z.string()),
      usedBytes: z.number().int(),
      maxBytes: z.number().int(),
    }),
  },
  update: {
    method: 'POST',
    path: 'service/file/update',
    allow: permissions.fileUpload,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), label, remarks }),
    output: managedFile,
  },
  remove: {
    method: 'POST',
    path: 'service/file/delete',
    allow: permissions.fileDelete,
    input: byId,
    output: nothing,
  },
  /** An address that downloads the file with its name: for the caller's account, for ten minutes, with ranges. */
  download: {
    method: 'POST',
    path: 'service/file/download',
    allow: permissions.files,
    input: byId,
    output: z.object({ url: z.string(), expiresAt: moment }),
  },
  /** The file of such an address. The browser sends no session there; the account's rights are checked again. */
  fetch: {
    method: 'GET',
    path: 'file/download/:token',
    kind: 'bytes',
    allow: 'everyone',
    input: z.strictObject({ token: z.string().regex(/^[A-Za-z0-9_-]{20,200}$/) }),
    output: z.unknown(),
  },
});
