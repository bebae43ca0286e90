import type { JobWait, OtaParams, OtaPhase } from '@sweepline/contract/robot';

/** An update on the robot's disk. A power cut continues from it. */
export interface OtaRecord {
  params: OtaParams;
  phase: OtaPhase;
  /** Simulated seconds in this phase. */
  inPhaseS: number;
  code: string;
  attempt: number;
  bytesDone: number;
  /** A person confirmed the download. */
  confirmed: boolean;
  pausedBy: 'RESUME' | 'MOBILE_DATA' | 'BATTERY' | '';
  waits: JobWait[];
  /** A wrong hash is downloaded once more. */
  wrongHashes: number;
  /** The new slot was started. If the old one runs nevertheless, its starts failed. */
  isTried: boolean;
  /** Failed requests since the last bytes. */
  failures: number;
}

/** Where an injected failure happens; `--ota-fail`. */
export const otaFailures = ['hash', 'sign', 'unpack', 'install', 'boot', 'selftest'] as const;
export type OtaFailure = (typeof otaFailures)[number];

export const newOta = (params: OtaParams, phase: OtaPhase): OtaRecord => ({
  params,
  phase,
  inPhaseS: 0,
  code: '',
  attempt: 1,
  bytesDone: 0,
  confirmed: false,
  pausedBy: '',
  waits: [],
  wrongHashes: 0,
  isTried: false,
  failures: 0,
});

const finals: readonly string[] = ['NEWEST', 'FINISHED', 'FAILED'];
export const isFinal = ({ phase }: OtaRecord): boolean => finals.includes(phase);

/** The body of `xJob`. */
export const otaReport = ({ params, phase, code, attempt, bytesDone, waits }: OtaRecord) => {
  const { jobId, manifest } = params;
  const { bytes, version } = manifest;
  const pct = phase === 'FINISHED' || phase === 'NEWEST' ? 100 : Math.floor((100 * bytesDone) / bytes);
  const final = finals.includes(phase);
  const detail = { version, waits };
  return {
    jobId,
    kind: 'OTA',
    phase,
    pct,
    bytesDone,
    bytesTotal: bytes,
    code,
    attempt,
    detail,
    final,
  };
};
