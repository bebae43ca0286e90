import type { reportResults, runStates, taskStates } from '@sweepline/contract';
import type { DeviceMode, RunPhase } from '@sweepline/contract/robot';
import type { IconName } from '../icons.ts';
import type { Tone } from '../theme.ts';

export interface Mark {
  tone: Tone;
  icon: IconName;
}
const mark = (tone: Tone, icon: IconName): Mark => ({ tone, icon });

export const runMarks: Record<(typeof runStates)[number], Mark> = {
  WAITING: mark('waiting', 'clock'),
  IN_PROGRESS: mark('working', 'play'),
  PAUSED: mark('waiting', 'pause'),
  COMPLETE: mark('moving', 'report'),
  SUCCESS: mark('working', 'check'),
  INTERRUPTED: mark('waiting', 'stop'),
  FAILED: mark('fault', 'alert'),
};

export const resultMarks: Record<(typeof reportResults)[number], Mark> = {
  SUCCESS: runMarks.SUCCESS,
  PARTIAL: mark('waiting', 'ring'),
  FAILED: runMarks.FAILED,
};

export const taskMarks: Record<(typeof taskStates)[number], Mark> = {
  IDLE: mark('working', 'dot'),
  SYNCHRONIZED: mark('working', 'check'),
  AWAITING_SYNC: mark('moving', 'refresh'),
  DISABLED: mark('quiet', 'minus'),
  DELETED: mark('quiet', 'trash'),
};

export const modeMarks: Record<DeviceMode, Mark> = {
  INITIALIZING: mark('moving', 'refresh'),
  STANDBY: mark('quiet', 'ring'),
  AUTO_RUN: mark('working', 'clean'),
  SCHEDULED_CLEANING: mark('working', 'clean'),
  EDGE: mark('working', 'clean'),
  NAVIGATION: mark('moving', 'navigate'),
  AUTO_RECHARGE: mark('moving', 'bolt'),
  CHARGING: mark('working', 'bolt'),
  REPLENISH: mark('moving', 'water'),
  MOP_WASHING: mark('moving', 'water'),
  PROMOTION: mark('working', 'robot'),
  MANUAL_RUN: mark('moving', 'user'),
  MANUAL_CLEANING: mark('working', 'user'),
  MAPPING: mark('moving', 'map'),
  OTA_UPGRADE: mark('moving', 'download'),
  SLEEP: mark('quiet', 'sleep'),
  ERROR: mark('fault', 'alert'),
};

/** The tone of a phase: cleaning, on the way, or being served. */
export const phaseTones: Record<RunPhase, Tone> = {
  UNDOCKING: 'moving',
  HEADING_TO_AREA: 'moving',
  STARTING_PARTS: 'working',
  CLEANING: 'working',
  STOPPING_PARTS: 'working',
  HEADING_TO_CHARGE: 'moving',
  DOCKING: 'waiting',
  REPLENISHING: 'waiting',
  HEADING_TO_PACKING: 'moving',
  PACKING: 'moving',
};

/** A code no table knows, from a vehicle of another maker or of a later release. */
const strange: Mark = mark('quiet', 'dot');
/** The mark of a code that came over the wire and may be unknown. */
export const markOf = (marks: Record<string, Mark>, code: string): Mark => marks[code] ?? strange;
