import { z } from 'zod';
import { byId, calls, moment } from '../../grammar/call.ts';
import { keyword, listInput, listOf } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';
import { jobWait } from '../../robot/jobs/job-values.ts';

/** Largest number of robots of one push or pull. */
const maxTransferDevices = 200;
/** A larger file needs a person's yes for robots on mobile data. */
export const mobileDataLimitBytes = 100 * 1024 * 1024;
/** A pulled file is deleted after this time. */
export const pulledFileDays = 90;

export const transferDirections = ['PUSH', 'PULL'] as const;

/** WAITING: the robot does not have the job yet. PAUSED: the job waits for a person or for Wi-Fi. */
const transferStates = ['WAITING', 'RUNNING', 'PAUSED', 'DONE', 'FAILED', 'CANCELED'] as const;
export type TransferState = (typeof transferStates)[number];

/** A file on its way to or from one robot. */
export const fileTransfer = z.object({
  id: z.string(),
  direction: z.enum(transferDirections),
  companyId: z.string(),
  device: z.object({ id: z.string(), nickname: z.string(), sn: z.string(), model: z.string() }),
  /** The managed file: the pushed one, or the pulled one once it is here. Null before that, and after its deletion. */
  fileId: z.string().nullable(),
  fileName: z.string(),
  /** On the robot. */
  path: z.string(),
  state: z.enum(transferStates),
  /** Phase of the robot's job: docs/protocol/files.md#logs-and-files. Empty until it has one. */
  phase: z.string(),
  pct: z.number().nullable(),
  bytesDone: z.number().nullable(),
  bytesTotal: z.number().nullable(),
  /** Why it failed: docs/protocol/codes.md#result-codes, or the refusal of the server. */
  code: z.string(),
  waits: z.array(jobWait),
  by: z.string(),
  createdAt: moment,
  endedAt: moment.nullable(),
});
export type FileTransfer = z.infer<typeof fileTransfer>;

const deviceIds = z.array(z.uuid()).min(1).max(maxTransferDevices);
const path = z.string().trim().max(512);
/** The caller's yes to more than 100 MB on mobile data. */
const allowMobileData = z.boolean().default(false);
const { filePush, filePull, files } = permissions;
const results = z.object({ transfers: z.array(fileTransfer) });

export const fileTransferCalls = calls('fileTransfers', {
  /** Sends a managed file to robots. Offline robots get it when they return. */
  push: {
    method: 'POST',
    path: 'service/file/push',
    allow: filePush,
    input: z.strictObject({
      fileId: z.uuid(),
      deviceIds,
      targetPath: path,
      /** Octal rights of the file. */
      mode: z
        .string()
        .regex(/^0[0-7]{3}$/)
        .default('0644'),
      allowMobileData,
    }),
    output: results,
  },
  /** Fetches a file from robots; it becomes a managed file of the robot's company. */
  pull: {
    method: 'POST',
    path: 'service/file/pull',
    allow: filePull,
    input: z.strictObject({ deviceIds, path, allowMobileData }),
    output: results,
  },
  list: {
    method: 'POST',
    path: 'service/file/transfers/queryWithPage',
    allow: files,
    reads: true,
    input: listInput({
      /** Part of the file's name, its path, or the robot's name or serial number. */
      keyword,
      direction: z.enum(transferDirections).optional(),
      deviceId: z.uuid().optional(),
      fileId: z.uuid().optional(),
    }),
    output: listOf(fileTransfer),
  },
  detail: {
    method: 'POST',
    path: 'service/file/transfers/detail',
    allow: files,
    reads: true,
    input: byId,
    output: fileTransfer,
  },
  /** A transfer that the robot does not have yet is withdrawn. */
  cancel: {
    method: 'POST',
    path: 'service/file/transfers/cancel',
    allow: [filePush, filePull],
    input: byId,
    output: fileTransfer,
  },
  pause: {
    method: 'POST',
    path: 'service/file/transfers/pause',
    allow: [filePush, filePull],
    input: byId,
    output: fileTransfer,
  },
  resume: {
    method: 'POST',
    path: 'service/file/transfers/resume',
    allow: [filePush, filePull],
    input: z.strictObject({ id: z.uuid(), allowMobileData }),
    output: fileTransfer,
  },
});
