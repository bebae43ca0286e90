import type { DeviceChange, Run } from '@sweepline/contract';
import { workingModes } from '@sweepline/contract/robot';
import type { IconName } from '../../kit/ui/icons.ts';
import type { Tone } from '../../kit/ui/theme.ts';

export interface Mark {
  tone: Tone;
  icon: IconName;
}

const modeMarks: Record<string, Mark> = {
  INITIALIZING: { tone: 'waiting', icon: 'refresh' },
  STANDBY: { tone: 'working', icon: 'check' },
  NAVIGATION: { tone: 'moving', icon: 'navigate' },
  AUTO_RECHARGE: { tone: 'moving', icon: 'bolt' },
  CHARGING: { tone: 'working', icon: 'bolt' },
  REPLENISH: { tone: 'moving', icon: 'water' },
  MOP_WASHING: { tone: 'moving', icon: 'water' },
  MANUAL_RUN: { tone: 'moving', icon: 'user' },
  MAPPING: { tone: 'moving', icon: 'map' },
  OTA_UPGRADE: { tone: 'waiting', icon: 'download' },
  SLEEP: { tone: 'quiet', icon: 'sleep' },
  ERROR: { tone: 'fault', icon: 'alert' },
};

type Live = Pick<DeviceChange, 'state' | 'mode' | 'paused' | 'alarmLevel'> &
  Partial<Pick<DeviceChange, 'relocating'>>;

/** The mark of a device. Precedence: offline, asleep, relocating, faulty, paused, mode. */
export function deviceMark({ state, mode, paused, alarmLevel, relocating }: Live): Mark {
  if (state === 'OFFLINE') return { tone: 'quiet', icon: 'offline' };
  if (state === 'SLEEP') return { tone: 'quiet', icon: 'sleep' };
  if (relocating) return { tone: 'waiting', icon: 'locate' };
  if (mode === 'ERROR' || alarmLevel >= 4) return { tone: 'fault', icon: 'alert' };
  if (paused) return { tone: 'waiting', icon: 'pause' };
  if (mode === null) return { tone: 'quiet', icon: 'ring' };
  if (modeMarks[mode]) return modeMarks[mode];
  const working = (workingModes as readonly string[]).includes(mode);
  return working ? { tone: 'working', icon: 'clean' } : { tone: 'quiet', icon: 'ring' };
}

export const runMarks: Record<Run['state'], Mark> = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  IN_PROGRESS: { tone: 'working', icon: 'play' },
  PAUSED: { tone: 'waiting', icon: 'pause' },
  COMPLETE: { tone: 'moving', icon: 'check' },
  SUCCESS: { tone: 'working', icon: 'check' },
  INTERRUPTED: { tone: 'waiting', icon: 'stop' },
  FAILED: { tone: 'fault', icon: 'alert' },
};

export const resultMarks: Record<'SUCCESS' | 'PARTIAL' | 'FAILED', Mark> = {
  SUCCESS: { tone: 'working', icon: 'check' },
  PARTIAL: { tone: 'waiting', icon: 'clean' },
  FAILED: { tone: 'fault', icon: 'alert' },
};
