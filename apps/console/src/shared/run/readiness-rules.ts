import type { Device, DeviceLive } from '@sweepline/contract';
import type { Mark } from '../words/marks.ts';

export type Readiness =
  | 'FROZEN'
  | 'READY'
  | 'BUSY'
  | 'CHARGING'
  | 'LOW'
  | 'LOST'
  | 'FAULT'
  | 'ASLEEP'
  | 'OFFLINE';

/** Below this a run is refused (`batteryLow`). */
const startPct = 20;
const idleModes = new Set(['STANDBY', 'CHARGING']);

/** Whether the robot can start to clean now, and the obstacles, the most fundamental first. */
export function readinessOf(
  live: DeviceLive,
  alarms: readonly { level: number }[],
  binding: Device['binding'] = 'ACTIVATED',
): Readiness {
  if (binding !== 'ACTIVATED') return 'FROZEN';
  const { connection, mode, battery, position } = live;
  if (connection.state === 'OFFLINE') return 'OFFLINE';
  if (connection.state === 'SLEEP') return 'ASLEEP';
  if (mode?.value.mode === 'ERROR' || alarms.some(({ level }) => level >= 4)) return 'FAULT';
  if (position?.value.localized === false) return 'LOST';
  if (mode && !idleModes.has(mode.value.mode)) return 'BUSY';
  if (battery && battery.value.soc < startPct) return 'LOW';
  return battery?.value.charging ? 'CHARGING' : 'READY';
}

/** The readiness of a list row. A row does not tell whether its robot knows its position. */
export function readinessOfRow({ binding, live }: Pick<Device, 'binding' | 'live'>): Readiness {
  if (binding !== 'ACTIVATED') return 'FROZEN';
  if (live.state === 'OFFLINE') return 'OFFLINE';
  if (live.state === 'SLEEP') return 'ASLEEP';
  if (live.mode === 'ERROR' || live.alarmLevel >= 4) return 'FAULT';
  if (live.runId !== null || (live.mode !== null && !idleModes.has(live.mode))) return 'BUSY';
  if (live.soc !== null && live.soc < startPct) return 'LOW';
  return live.charging ? 'CHARGING' : 'READY';
}

/** Whether a robot of this readiness accepts a run. */
export const canStart = (readiness: Readiness) => readiness === 'READY' || readiness === 'CHARGING';

export const readinessMarks: Record<Readiness, Mark> = {
  FROZEN: { tone: 'fault', icon: 'lock' },
  READY: { tone: 'working', icon: 'check' },
  CHARGING: { tone: 'working', icon: 'bolt' },
  BUSY: { tone: 'moving', icon: 'clean' },
  LOW: { tone: 'waiting', icon: 'battery' },
  LOST: { tone: 'fault', icon: 'locate' },
  FAULT: { tone: 'fault', icon: 'alert' },
  ASLEEP: { tone: 'quiet', icon: 'sleep' },
  OFFLINE: { tone: 'quiet', icon: 'offline' },
};
