import type { Conflict } from '@sweepline/contract';

/** A stretch of time in which a device is to clean some zones. */
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

function conflictOf(wanted: Stretch, other: Stretch): Conflict | undefined {
  const { scheduleId, taskName, deviceName } = other;
  const told = { at: new Date(wanted.fromMs).toISOString(), scheduleId, taskName, deviceName };
  if (wanted.deviceId === other.deviceId) return { ...told, kind: 'DEVICE', zoneName: null };
  const zone =
    wanted.mapId === other.mapId
      ? wanted.zones.find(({ id }) => other.zones.some((it) => it.id === id))
      : undefined;
  return zone && { ...told, kind: 'ZONE', zoneName: zone.name };
}

/** What a plan would be in the way of: the same device at the same time, or the same zone cleaned by two at once. */
export function conflictsOf(wanted: readonly Stretch[], others: readonly Stretch[], most = 20): Conflict[] {
  const sorted = others.toSorted((a, b) => a.fromMs - b.fromMs);
  const longest = Math.max(0, ...sorted.map((it) => it.toMs - it.fromMs));
  const found: Conflict[] = [];
  for (const one of wanted) {
    // Nothing that begins earlier than the longest takes can still be under way.
    const near = sorted.filter((it) => it.fromMs > one.fromMs - longest && it.fromMs < one.toMs);
    for (const other of near) {
      const conflict = overlaps(one, other) ? conflictOf(one, other) : undefined;
      if (conflict) found.push(conflict);
      if (found.length >= most) return found;
    }
  }
  return found;
}
