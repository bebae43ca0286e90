import type { AiCollectParams, AiIndexLine, CollectPhase, JobWait } from '@sweepline/contract/robot';

/** A collection of pictures on the robot's disk. A restart continues from it. */
export interface CollectionRecord {
  params: AiCollectParams;
  phase: CollectPhase;
  code: string;
  /** Simulated seconds until the next pictures. */
  dueS: number;
  /** The number of the next picture; names are never used twice. */
  next: number;
  collected: number;
  uploaded: number;
  bytes: number;
  /** What the index says about the pictures that the server does not have. */
  waiting: AiIndexLine[];
  /** The pictures of the zip that is being sent. */
  sending: number;
  /** The likeness of the last stored picture of each camera. */
  last: Partial<Record<string, number[]>>;
  paused: boolean;
  allowMobileData: boolean;
  /** The section `ai` named it once: it ends when the section no longer does. */
  wasAllowed: boolean;
  waits: JobWait[];
  failures: number;
}

export const newCollection = (params: AiCollectParams): CollectionRecord => ({
  params,
  phase: 'WAITING',
  code: '',
  dueS: 0,
  next: 1,
  collected: 0,
  uploaded: 0,
  bytes: 0,
  waiting: [],
  sending: 0,
  last: {},
  paused: false,
  allowMobileData: params.allowMobileData,
  wasAllowed: false,
  waits: [],
  failures: 0,
});

const finals: readonly CollectPhase[] = ['FINISHED', 'FAILED', 'CANCELED'];
export const isOver = ({ phase }: CollectionRecord): boolean => finals.includes(phase);

/** The body of `xJob`. */
export const collectionReport = (record: CollectionRecord) => {
  const { params, phase, code, collected, uploaded, bytes, waits } = record;
  const { jobId, cap } = params;
  const pct = phase === 'FINISHED' ? 100 : Math.floor((100 * uploaded) / cap);
  const detail = { waits, collected, uploaded };
  return {
    jobId,
    kind: 'AI_COLLECT',
    phase,
    pct,
    bytesDone: bytes,
    code,
    attempt: 1,
    detail,
    final: isOver(record),
  };
};
