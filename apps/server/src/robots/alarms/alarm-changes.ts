import { getTableName, sql } from 'drizzle-orm';
import { alarmChanged } from '../../entities/alarms/alarm-change.ts';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { foreignId, unknownId, type IdRefusal } from '../intake/uplink-refusals.ts';
import { isOwn } from '../runs/run-registry.ts';
import { applyFaults } from '../sessions/live-faults.ts';
import type { Session } from '../sessions/session.ts';
import { causeReachOf, causesAround } from './alarm-cause-rules.ts';
import { alarmsAround } from './alarm-context.ts';
import { createEarlyClears } from './early-clears.ts';
import { storeRaise } from './alarm-raise.ts';
import { setCauses, storedColumns, type Raise, type StoredAlarm } from './alarm-rows.ts';

/** Whether an alarm begins, and whether it did so before: lists follow a repetition, and the bell does not. */
export interface AlarmChangeKind {
  raised: boolean;
  again?: boolean;
}

export interface AlarmChangeDeps {
  now: Clock;
  bus: Bus;
  /** Called after the open alarms of a session changed. */
  changed: (session: Session) => void;
  /** Called after the commit for an alarm that is told only if it stands at the end of a replay. */
  waits: (session: Session, alarmId: string) => void;
  /** Called after the commit for an alarm that counted a raise. */
  counted: (session: Session, alarmId: string) => void;
}

/** Raises and clears alarms within a transaction. The session and the pages follow after its commit. */
export function createAlarmChanges({ now, bus, changed, waits, counted }: AlarmChangeDeps) {
  const earlyClears = createEarlyClears();

  const publish = (session: Session, alarm: StoredAlarm, { raised, again = false }: AlarmChangeKind) => {
    const { deviceId, companyId, nickname, sn } = session.device;
    const { id: alarmId, ...rest } = alarm;
    const message = { ...rest, deviceId, deviceName: nickname || sn, alarmId, raised, again };
    bus.publish(alarmChanged, message, { companyId });
    applyFaults(session);
    changed(session);
  };

  const waitIn = (tx: Tx, session: Session, alarmIds: readonly string[]) =>
    tx.afterCommit(() => {
      for (const alarmId of alarmIds) waits(session, alarmId);
    });

  /** An end that arrives after later alarms: those did not follow from an alarm that was over. */
  const releaseFollowers = async (tx: Tx, session: Session, code: string, at: string) => {
    const reach = causeReachOf(code);
    if (!reach) return;
    const near = await alarmsAround(tx, session.device, reach, Date.parse(at));
    const causes = causesAround(near, reach.changed, Date.parse(at));
    for (const { id, causeId } of near) if (causes.get(id) === causeId) causes.delete(id);
    waitIn(tx, session, await setCauses(tx, session.device, causes));
  };

  /** Returns the number of open alarms that it cleared. */
  const clearIn = async (tx: Tx, session: Session, identity: string, at: string): Promise<number> => {
    const { deviceId, companyId } = session.device;
    const table = getTableName(alarms);
    const rows = await tx.raw<StoredAlarm & { hasLater: boolean }>(
      `update ${table} a set cleared_at = $3
       where a.device_id = $1 and a.company_id = $4 and a.identity = $2 and a.cleared_at is null
       returning ${storedColumns('$5::timestamptz')}, exists (
         select from ${table} later where later.device_id = $1 and later.raised_at > $3 and later.cause_id is not null) as "hasLater"`,
      [deviceId, identity, at, companyId, now().toISOString()],
    );
    for (const { code, hasLater } of rows) if (hasLater) await releaseFollowers(tx, session, code, at);
    tx.afterCommit(() => {
      session.alarms.delete(identity);
      for (const { hasLater: _, ...row } of rows) publish(session, row, { raised: false });
    });
    return rows.length;
  };

  const raiseIn = async (tx: Tx, session: Session, alarm: Raise): Promise<IdRefusal[]> => {
    if (session.alarms.has(alarm.identity)) return [];
    const clearedAt = earlyClears.of(session, alarm.identity);
    const { row, again, waiting, refused } = await storeRaise(tx, session.device, alarm, {
      arrivedAt: now().toISOString(),
      clearedAt,
    });
    if (!row) return refused;
    waitIn(tx, session, waiting);
    tx.afterCommit(() => {
      session.alarms.set(alarm.identity, { code: alarm.code, level: alarm.level });
      if (row.count > 1) counted(session, row.id);
      publish(session, row, { raised: true, again });
    });
    if (clearedAt !== undefined) {
      tx.afterCommit(() => earlyClears.delete(session, alarm.identity));
      await clearIn(tx, session, alarm.identity, clearedAt);
    }
    return refused;
  };

  /** The robot reports that an alarm is over. An alarm counted in another row is found by its identity only. */
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
    if (rows.length === 0) tx.afterCommit(() => earlyClears.note(session, alarmId, at));
    return [rows.length > 0 ? foreignId('alarmId', alarmId) : unknownId('alarmId', alarmId)];
  };

  return { raiseIn, clearIn, clearedByRobot, publish };
}
