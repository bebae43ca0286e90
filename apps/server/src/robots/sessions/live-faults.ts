import { deviceChangeOf, lookup, type DeviceChange, type LiveFault } from '@sweepline/contract';
import { forbiddenBy, foreignCode, vdaErrorLevels } from '@sweepline/contract/robot';
import { same, setLive } from './live-groups.ts';
import type { Session } from './session.ts';

export const alarmLevelOf = (session: Session) =>
  Math.max(0, ...[...session.alarms.values()].map(({ level }) => level));

/** The fields of a device in a list row. */
export const changeOf = (session: Session): DeviceChange =>
  deviceChangeOf(session.live, alarmLevelOf(session));

/** What the open alarms forbid, and the errors of the robot: an error stands in its state before the alarm is stored. */
export function applyFaults(session: Session): boolean {
  const { alarms, live } = session;
  const open = [
    ...alarms.values(),
    ...(live.errors?.value ?? []).map(({ code, level }) => ({
      code: code || foreignCode,
      level: lookup(vdaErrorLevels, level) ?? 0,
    })),
  ];
  const faults = new Map<string, LiveFault>();
  for (const { code, level } of open) {
    const forbids = forbiddenBy(code, level);
    if (forbids.length > 0) faults.set(code, { code, forbids: [...forbids] });
  }
  const value = [...faults.values()];
  return same(value, live.faults ?? []) ? false : setLive(session, { faults: value }, true);
}

export const applyRelocation = (session: Session, relocationEndsAt: string | null) =>
  setLive(session, { relocationEndsAt }, true);
