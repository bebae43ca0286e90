import { isDue, type Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import type { Log } from '../gateway-options.ts';
import { createPartitions } from '../care/telemetry-partitions.ts';
import { alarmLevelOf } from './live-faults.ts';
import type { Session } from './session.ts';

const activeSampleMs = 60_000;
const idleSampleMs = 600_000;
const idleModes = new Set(['', 'STANDBY', 'CHARGING', 'SLEEP']);

/** Six minutes of ten thousand active robots. */
const maxQueued = 60_000;

function historyRow(session: Session, at: string) {
  const { live, device } = session;
  return {
    company_id: device.companyId,
    device_id: device.deviceId,
    at,
    mode: live.mode?.value.mode ?? null,
    soc: live.battery?.value.soc ?? null,
    map_id: live.position?.value.mapId ?? null,
    x: live.position?.value.x ?? null,
    y: live.position?.value.y ?? null,
    coverage: live.run?.value.coverage ?? null,
    clean_water_pct: live.tanks?.value.cleanWaterPct ?? null,
    dirty_water_pct: live.tanks?.value.dirtyWaterPct ?? null,
    alarm_level: alarmLevelOf(session),
    rssi_dbm: live.network?.value.rssiDbm ?? null,
  };
}
type HistoryRow = ReturnType<typeof historyRow>;

/**
 * One row a minute while a device is active, one in ten minutes while idle, none while offline
 * (docs/protocol/topics.md#what-the-server-keeps).
 */
export function createHistoryService(db: Db, now: Clock, log: Log) {
  let partitionedDay = '';

  /** In a transaction of its own: Citus creates them over other connections to the workers than those that write. */
  const createOwnPartitions = async () => {
    const today = now().toISOString().slice(0, 10);
    if (today === partitionedDay) return;
    await inScope(db, '*', (tx) => createPartitions(tx, now, ['device_history']));
    partitionedDay = today;
  };
  const queue = createWriteBehind<HistoryRow>({
    name: 'device-history',
    db,
    log,
    maxQueued,
    maxBatch: maxQueued,
    write: async (tx, rows) => {
      await createOwnPartitions();
      await tx.raw('select store_device_history($1::jsonb)', [JSON.stringify(rows)]);
    },
  });

  const isSampleDue = (session: Session, nowMs: number) => {
    if (session.liveness.state !== 'ONLINE' || !session.state) return false;
    const idle = idleModes.has(session.live.mode?.value.mode ?? '');
    return isDue(session.lastHistoryMs, nowMs, idle ? idleSampleMs : activeSampleMs);
  };

  return {
    sample(sessions: Iterable<Session>, nowMs: number): void {
      const due = [...sessions].filter((session) => isSampleDue(session, nowMs));
      if (due.length === 0) return;
      const at = new Date(nowMs).toISOString();
      for (const session of due) session.lastHistoryMs = nowMs;
      for (const session of due) queue.add(historyRow(session, at));
      void queue.flush();
    },
    flush: queue.flush,
  };
}
