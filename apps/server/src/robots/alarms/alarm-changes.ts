import { getTableName, sql } from 'drizzle-orm';
import { alarmChanged } from '../../entities/devices/alarm-change.ts';
import { alarms } from '../../entities/devices/alarm-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { foreignId, unknownId, type IdRefusal } from '../intake/uplink-refusals.ts';
import { isOwn } from '../runs/run-registry.ts';
import type { Session } from '../sessions/session.ts';
import { alarmRefusal, insertAlarm, mergeAlarm, runRefusal, type Raise } from './alarm-rows.ts';

/** The fields of an alarm that browsers receive. */
type AlarmSummary = Pick<Raise, 'id' | 'code' | 'level' | 'text'>;

const maxEarlyClears = 10_000;
const keyOf = ({ device }: Session, identity: string) => `${device.deviceId}/${identity}`;

export interface AlarmChangeDeps {
  now: Clock;
  bus: Bus;
  /** Called after the open alarms of a session changed. */
  changed: (session: Session) => void;
}

/** Raises and clears alarms within a transaction. The session and the pages follow after its commit. */
export function createAlarmChanges({ now, bus, changed }: AlarmChangeDeps) {
  /** Ends that arrived before their alarms, by device and alarm: such an alarm ends as soon as it is raised. */
  const earlyClears = new Map<string, string>();
  const noteEarlyClear = (key: string, at: string) => {
    earlyClears.set(key, at);
    const [oldest] = earlyClears.keys();
    if (earlyClears.size > maxEarlyClears && oldest !== undefined) earlyClears.delete(oldest);
  };

  const publishAlarm = (session: Session, alarm: AlarmSummary, raised: boolean, again = false) => {
    const { deviceId, companyId, nickname, sn } = session.device;
    const { id: alarmId, code, level, text } = alarm;
    bus.publish(
      alarmChanged,
      { deviceId, deviceName: nickname || sn, alarmId, code, level, text, raised, again },
      { companyId },
    );
    changed(session);
  };

  /** Returns the number of open alarms that it cleared. */
  const clearIn = async (tx: Tx, session: Session, identity: string, at: string): Promise<number> => {
    const { deviceId, companyId } = session.device;
    const rows = await tx.raw<AlarmSummary>(
      `update ${getTableName(alarms)} set cleared_at = $3
       where device_id = $1 and company_id = $4 and identity = $2 and cleared_at is null
       returning id, code, level, text`,
      [deviceId, identity, at, companyId],
    );
    tx.afterCommit(() => {
      session.alarms.delete(identity);
      for (const row of rows) publishAlarm(session, row, false);
    });
    return rows.length;
  };

  const raiseIn = async (tx: Tx, session: Session, alarm: Raise): Promise<IdRefusal[]> => {
    if (session.alarms.has(alarm.identity)) return [];
    const refused: IdRefusal[] = [];
    const merged = await mergeAlarm(tx, session.device, alarm);
    if (!merged) {
      const row = await insertAlarm(tx, session.device, alarm, now().toISOString());
      if (!row) {
        const refusal = await alarmRefusal(tx, session.device, alarm.id);
        // Without a refusal the alarm is stored already: a repetition must not open it again.
        return refusal ? [refusal] : [];
      }
      if (alarm.runId !== null && row.runId === null) refused.push(await runRefusal(tx, alarm.runId));
    }
    tx.afterCommit(() => {
      session.alarms.set(alarm.identity, alarm.level);
      publishAlarm(session, { ...alarm, id: merged ?? alarm.id }, true, merged !== undefined);
    });
    const clearedAt = earlyClears.get(keyOf(session, alarm.identity));
    if (clearedAt !== undefined) {
      tx.afterCommit(() => earlyClears.delete(keyOf(session, alarm.identity)));
      await clearIn(tx, session, alarm.identity, clearedAt);
    }
    return refused;
  };

  /** The robot reports that an alarm is over. An alarm merged into another row is found by its identity only. */
  const clearedByRobot = async (
    tx: Tx,
    session: Session,
    alarmId: string,
    at: string,
  ): Promise<IdRefusal[]> => {
    if ((await clearIn(tx, session, alarmId, at)) > 0) return [];
    const { device } = session;
    const rows = await tx
      .select({ deviceId: alarms.deviceId, companyId: alarms.companyId })
      .from(alarms)
      .where(
        sql`${alarms.id} = ${alarmId} or (${alarms.deviceId} = ${device.deviceId} and ${alarms.identity} = ${alarmId})`,
      );
    if (rows.some((row) => isOwn(row, device))) return [];
    if (rows.length === 0) tx.afterCommit(() => noteEarlyClear(keyOf(session, alarmId), at));
    return [rows.length > 0 ? foreignId('alarmId', alarmId) : unknownId('alarmId', alarmId)];
  };

  return { raiseIn, clearIn, clearedByRobot };
}
