import type {
  FilePullParams,
  FilePushParams,
  JobWait,
  LogPullParams,
  TransferPhase,
} from '@sweepline/contract/robot';
import type { StartedUpload } from '../connection/uploads.ts';

/** What a transfer was asked to do. */
export type TransferOrder =
  | { kind: 'LOG_PULL'; params: LogPullParams }
  | { kind: 'FILE_PULL'; params: FilePullParams }
  | { kind: 'FILE_PUSH'; params: FilePushParams };

/** A transfer on the robot's disk. A restart continues from it. */
export type TransferRecord = TransferOrder & {
  phase: TransferPhase;
  /** Simulated seconds in this phase. */
  inPhaseS: number;
  code: string;
  attempt: number;
  bytesDone: number;
  /** Known after packing, or from the order. */
  bytesTotal: number;
  /** The file to upload is on the disk, with this hash and name. */
  packed?: { sha256: string; name: string };
  /** The upload that was begun, and the parts that the server has. */
  upload?: StartedUpload & { done: { n: number; etag: string }[] };
  pausedBy: 'RESUME' | 'MOBILE_DATA' | '';
  allowMobileData: boolean;
  waits: JobWait[];
  /** Failed requests for the present part. */
  failures: number;
  /** The uploaded file. */
  fileId?: string;
};

export const newTransfer = (order: TransferOrder): TransferRecord => ({
  ...order,
  phase: 'WAITING',
  inPhaseS: 0,
  code: '',
  attempt: 1,
  bytesDone: 0,
  bytesTotal: order.kind === 'FILE_PUSH' ? order.params.bytes : 0,
  pausedBy: '',
  allowMobileData: order.params.allowMobileData,
  waits: [],
  failures: 0,
});

const finals: readonly TransferPhase[] = ['FINISHED', 'FAILED', 'CANCELED'];
const active: readonly TransferPhase[] = ['PACKING', 'TRANSFERRING', 'VERIFYING'];
export const isOver = ({ phase }: TransferRecord): boolean => finals.includes(phase);
/** Whether it uses the network or the disk; a paused job does not stop others. */
export const isActive = ({ phase }: TransferRecord): boolean => active.includes(phase);

function percentOf({ phase, bytesDone, bytesTotal }: TransferRecord): number {
  if (phase === 'FINISHED') return 100;
  return bytesTotal === 0 ? 0 : Math.floor((100 * bytesDone) / bytesTotal);
}

/** The body of `xJob`. */
export const transferReport = (record: TransferRecord) => {
  const { kind, phase, bytesDone, bytesTotal, code, attempt, waits, fileId } = record;
  return {
    jobId: record.params.jobId,
    kind,
    phase,
    pct: percentOf(record),
    bytesDone,
    bytesTotal,
    code,
    attempt,
    detail: { waits, ...(fileId !== undefined && { fileId }) },
    final: isOver(record),
  };
};
