import type { AudioItem, ReportedSlot } from '@sweepline/contract/robot';

/** One slot: what the server wishes in it, and the file that it plays. */
export interface SlotRecord {
  slot: string;
  /** Undefined: the robot's own sound. */
  wanted: AudioItem | undefined;
  file: { sha256: string; seconds: number } | undefined;
  status: 'APPLIED' | 'SYNCING' | 'FAILED';
  code: string;
  /** Since when it plays this file. */
  at: string;
  plays: number;
}

/** What the robot says about a slot in `xReported`. */
export const slotReport = ({ slot, file, status, code, at, plays }: SlotRecord): ReportedSlot => ({
  slot,
  sha256: file?.sha256 ?? '',
  status,
  ...(code === '' ? {} : { code }),
  at,
  plays,
});

const isSame = (a: AudioItem | undefined, b: AudioItem | undefined) =>
  a?.sha256 === b?.sha256 && a?.format === b?.format;

/** The record of a slot for a new wish. A failed file is tried again; one that is on its way goes on. */
export function wished(
  slot: string,
  before: SlotRecord | undefined,
  wanted: AudioItem | undefined,
  at: string,
): SlotRecord {
  const record = before ?? {
    slot,
    wanted: undefined,
    file: undefined,
    plays: 0,
    at,
    status: 'APPLIED',
    code: '',
  };
  const isThere = isSame(record.wanted, wanted) && record.status === 'APPLIED';
  if (isThere) return { ...record, wanted };
  if (wanted === undefined)
    return record.file
      ? { slot, wanted, file: undefined, plays: 0, at, status: 'APPLIED', code: '' }
      : { ...record, wanted, status: 'APPLIED', code: '' };
  return { ...record, wanted, status: 'SYNCING', code: '' };
}
