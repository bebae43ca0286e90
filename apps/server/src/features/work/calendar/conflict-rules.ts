import type { Conflict } from '@sweepline/contract';

/** A period in which a device is to clean some zones. */
export interface Stretch {
  scheduleId: string;
  taskName: string;
  deviceId: string;
  deviceName: string;
  mapId: string;
  zones: readonly { id: string; name: string }[];
  fromMs: number;
  toMs: number;
}

const overlaps = (a: Stretch, b: Stretch) => a.fromMs < b.toMs && b.fromMs < a.toMs;

function conflictOf(plan: Stretch, other: Stretch): Conflict | undefined {
  const { scheduleId, taskName, deviceName } = other;
  const base = { at: new Date(plan.fromMs).toISOString(), scheduleId, taskName, deviceName };
  if (plan.deviceId === other.deviceId) return { ...base, kind: 'DEVICE', zoneName: null };
  const zone =
    plan.mapId === other.mapId
      ? plan.zones.find(({ id }) => other.zones.some((zone) => zone.id === id))
      : undefined;
  return zone && { ...base, kind: 'ZONE', zoneName: zone.name };
}

/** The conflicts of a plan: the same device at the same time, or the same zone on two devices at the same time. */
export function conflictsOf(
  plans: readonly Stretch[],
  others: readonly Stretch[],
  maxConflicts = 20,
): Conflict[] {
  const sorted = others.toSorted((a, b) => a.fromMs - b.fromMs);
  const maxMs = Math.max(0, ...sorted.map((each) => each.toMs - each.fromMs));
  const conflicts: Conflict[] = [];
  for (const plan of plans) {
    // An occurrence that began earlier than `maxMs` before the plan has ended.
    const near = sorted.filter((each) => each.fromMs > plan.fromMs - maxMs && each.fromMs < plan.toMs);
    for (const other of near) {
      const conflict = overlaps(plan, other) ? conflictOf(plan, other) : undefined;
      if (conflict) conflicts.push(conflict);
      if (conflicts.length >= maxConflicts) return conflicts;
    }
  }
  return conflicts;
}
