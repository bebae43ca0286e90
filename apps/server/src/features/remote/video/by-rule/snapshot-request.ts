import type { SnapshotRequest } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { devices } from '../../../../entities/devices/device-table.ts';
import { snapshotRequests } from '../../../../entities/remote/snapshot-rule-table.ts';
import { asSystem } from '../../../../platform/db/as-system.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { visible } from '../../../../platform/db/page.ts';
import { camerasOf } from '../video-standing.ts';
import { selectDueAlarms, youngMs } from './due-snapshots.ts';

/** Whether the job will ask the robot of an alarm: a robot without cameras is asked for nothing. */
async function isDue(db: Tx, alarmId: string, now: Date): Promise<boolean> {
  const [due] = await selectDueAlarms(db, now, alarmId);
  if (!due) return false;
  return await asSystem(db, async (all) => {
    const [device] = await all.select().from(devices).where(eq(devices.id, due.deviceId));
    return device !== undefined && (await camerasOf(all, device, now)).cameras.length > 0;
  });
}

/** The snapshot that the rule of a company asked for. One without an end was cut off by the end of its server. */
export async function requestOf(db: Tx, alarmId: string, now: Date): Promise<SnapshotRequest | null> {
  const [row] = await db
    .select()
    .from(snapshotRequests)
    .where(and(eq(snapshotRequests.alarmId, alarmId), visible(db, snapshotRequests)));
  if (!row)
    return (await isDue(db, alarmId, now))
      ? { state: 'WAITING', failure: null, at: now.toISOString() }
      : null;
  const { askedAt: at, takenAt, failure } = row;
  if (takenAt) return { state: 'TAKEN', failure: null, at: takenAt };
  if (failure) return { state: 'FAILED', failure, at };
  const isOver = now.getTime() - Date.parse(at) > youngMs;
  return isOver ? { state: 'FAILED', failure: 'RESTARTED', at } : { state: 'WAITING', failure: null, at };
}
