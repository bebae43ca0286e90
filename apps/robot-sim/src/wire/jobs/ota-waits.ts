import { waitsForWifi } from './mobile-data.ts';
import { minutesOfDay } from './window-time.ts';
import type { JobWait, OtaParams } from '@sweepline/contract/robot';
import type { Robot } from '../../robot/robot.ts';

const [pauseSoc, resumeSoc] = [15, 20];

/** Why a download may not go on now. A paused one needs a little more charge. */
export function downloadBarrier(
  robot: Robot,
  { manifest, allowMobileData }: OtaParams,
  isPaused: boolean,
): 'MOBILE_DATA' | 'BATTERY' | undefined {
  if (robot.power.socPct < (isPaused ? resumeSoc : pauseSoc)) return 'BATTERY';
  return waitsForWifi(robot, manifest.bytes, allowMobileData) ? 'MOBILE_DATA' : undefined;
}

export const pausedWait = (robot: Robot, by: 'RESUME' | 'MOBILE_DATA' | 'BATTERY'): JobWait =>
  by === 'BATTERY' ? { for: by, has: Math.floor(robot.power.socPct), needs: resumeSoc } : { for: by };

/** Every condition that installing still waits for. `force` ignores the window only. */
export function installWaits(robot: Robot, params: OtaParams, nowMs: number): JobWait[] {
  const { window, force, minSoc, requireDocked } = params;
  const waits: JobWait[] = [];
  if (window && !force && !isWithin(window, minutesOfDay(nowMs, robot.settings.timezone)))
    waits.push({ for: 'WINDOW', from: window.from, to: window.to });
  if (robot.power.socPct < minSoc)
    waits.push({ for: 'CHARGE', has: Math.floor(robot.power.socPct), needs: minSoc });
  if (requireDocked && !robot.power.docked) waits.push({ for: 'DOCK' });
  if (robot.orders.active || !robot.activity.idle) waits.push({ for: 'RUN' });
  if (robot.teleop.open) waits.push({ for: 'DRIVE' });
  return waits;
}

const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/** A window may go over midnight. */
function isWithin({ from, to }: { from: string; to: string }, now: number): boolean {
  const [start, end] = [minutes(from), minutes(to)];
  return start <= end ? now >= start && now < end : now >= start || now < end;
}
