import { z } from 'zod';
import { aiCollectParams } from './ai-collect.ts';
import { otaManifest } from './ota-manifest.ts';
import { identifier, uuid } from '../wire.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const path = z.string().max(512);
const job = { jobId: uuid };
/** Without it more than 100 MB wait for Wi-Fi. */
const allowMobileData = z.boolean().default(false);
const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const signature = z.string().regex(/^[0-9A-Za-z+/]{86}==$/);

/** Parameters of `job.ota`: docs/protocol/files.md#software-updates. */
export const otaParams = z.object({
  ...job,
  taskId: identifier,
  packageId: identifier,
  /** The robot asks for its address with `download.url` when it begins: an address in a command that waits would expire. */
  fileId: uuid,
  format: z.enum(['zip', 'tar.gz', 'apk']),
  manifest: otaManifest,
  /** Ed25519 over `canonicalOtaManifest`. */
  signature,
  /** For display only. */
  md5: z.string().max(32).default(''),
  force: z.boolean().default(false),
  /** By a second key over `canonicalOtaForce`; only it, with `force`, installs a version below the minimum. */
  forceSignature: z.object({ keyId: z.string().max(40), signature }).optional(),
  /** Otherwise the download begins when a person confirms it, at the robot or with `job.resume`. */
  autoInstall: z.boolean().default(true),
  /** In the robot's local time; null for any. */
  window: z.object({ from: clockTime, to: clockTime }).nullable().default(null),
  minSoc: z.number().min(0).max(100).default(40),
  requireDocked: z.boolean().default(true),
  allowMobileData,
  expiresAt: z.iso.datetime(),
});
export type OtaParams = z.infer<typeof otaParams>;

/** Parameters of `job.logPull`: files by path, or all lines of a period. */
export const logPullParams = z
  .object({
    ...job,
    paths: z.array(path).max(200).optional(),
    range: z
      .object({
        from: z.iso.datetime(),
        to: z.iso.datetime(),
        /** Empty for all. */
        modules: z.array(z.string().max(32)).max(50).default([]),
      })
      .optional(),
    compress: z.literal(true).default(true),
    allowMobileData,
  })
  .refine(({ paths, range }) => (paths === undefined) !== (range === undefined), 'either paths or range');
export type LogPullParams = z.infer<typeof logPullParams>;

export const filePullParams = z.object({ ...job, path, allowMobileData });
export type FilePullParams = z.infer<typeof filePullParams>;

export const filePushParams = z.object({
  ...job,
  fileId: uuid,
  bytes: z.number().int().min(0),
  sha256,
  targetPath: path,
  /** Octal rights of the file. */
  mode: z
    .string()
    .regex(/^0[0-7]{3}$/)
    .default('0644'),
  allowMobileData,
});
export type FilePushParams = z.infer<typeof filePushParams>;

export const jobControlParams = z.object(job);
/** A person who continues a job may allow mobile data for it. */
export const jobResumeParams = z.object({ ...job, allowMobileData });

/** Parameters of `log.list`, and its result. */
export const logListParams = z.object({
  dir: path.default('/var/log/robot'),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  cursor: z.string().max(512).optional(),
});
export type LogListParams = z.infer<typeof logListParams>;
export const maxLogListEntries = 200;
export const logListResult = z.object({
  files: z
    .array(z.object({ path, bytes: z.number().int().min(0), mtime: z.iso.datetime() }))
    .max(maxLogListEntries),
  /** Names the next page; null on the last one. */
  cursor: z.string().max(512).nullable(),
});
export type LogListResult = z.infer<typeof logListResult>;

/** The parameters that server and robot check before a command of this type has an effect. */
export const transferParams = {
  'job.ota': otaParams,
  'job.logPull': logPullParams,
  'job.filePush': filePushParams,
  'job.filePull': filePullParams,
  'job.aiCollect': aiCollectParams,
  'job.pause': jobControlParams,
  'job.resume': jobResumeParams,
  'job.cancel': jobControlParams,
  'log.list': logListParams,
} as const;

/** A public key that robots trust: the 32 bytes of an Ed25519 key in base64. Robots read them from `GET /device/v1/config`. */
export const otaKey = z.object({
  keyId: z.string().regex(/^[0-9A-Za-z._-]{1,40}$/),
  publicKey: z.string().regex(/^[0-9A-Za-z+/]{43}=$/),
});
export type OtaKey = z.infer<typeof otaKey>;
