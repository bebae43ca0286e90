import { createHash } from 'node:crypto';
import { isKeyOf, lookup } from '@sweepline/contract';
import { alarmCodes, vdaErrorLevels, type AlarmCode, type XAlarm } from '@sweepline/contract/robot';
import { getTableName, isNull, sql } from 'drizzle-orm';
import { alarms } from '../../entities/devices/alarm-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import { alarmRefusal, insertAlarm, mergeAlarm, runRefusal, type Raise } from './alarm-rows.ts';
import type { Log } from '../gateway-options.ts';
import type { RobotError } from '../protocol/robot-state.ts';
import { isOwn } from '../runs/run-registry.ts';
import type { Session } from '../sessions/session.ts';
import { isUuid } from '../intake/uplink-refs.ts';
import { foreignId, unknownId, type IdRefusal } from '../intake/uplink-refusals.ts';
import { alarmChanged } from '../../entities/devices/alarm-change.ts';

/** The fields of an alarm that browsers receive. */
type AlarmSummary = Pick<Raise, 'id' | 'code' | 'level' | 'text'>;

/**
 * Errors of a plain VDA vehicle have no id. Equal type and references mean the same error
 * (docs/protocol/alarms.md#errors-of-vda-vehicles).
 */
const errorIdentity = (error: RobotError) =>
  createHash('sha1')
    .update(JSON.stringify([error.type, Object.entries(error.references).toSorted()]))
    .digest('hex');

/** Codes of events, not of states: no message clears them. */
const eventCodes = new Set<string>(['80010', '80011', '80012', '80013']);
const eventAlarmMs = 600_000;
const maxQueuedWrites = 20_000;

/** Alarms: reported by robots, taken from the state of plain VDA vehicles, and raised by the server about a device. */
export function createAlarmRegistry(
  db: Db,
  now: Clock,
  bus: Bus,
  log: Log,
  changed: (session: Session) => void,
) {
  const raisedEvents = new Map<string, { session: Session; code: AlarmCode; atMs: number }>();

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

  const raiseIn = async (tx: Tx, session: Session, alarm: Raise): Promise<IdRefusal[]> => {
    if (session.alarms.has(alarm.identity)) return [];
    const refused: IdRefusal[] = [];
    const merged = await mergeAlarm(tx, session.device, alarm);
    if (!merged) {
      const row = await insertAlarm(tx, session.device, alarm, now().toISOString());
      const refusal = row ? undefined : await alarmRefusal(tx, session.device, alarm.id);
      if (refusal) return [refusal];
      if (alarm.runId !== null && row?.runId === null) refused.push(await runRefusal(tx, alarm.runId));
    }
    tx.afterCommit(() => {
      session.alarms.set(alarm.identity, alarm.level);
      publishAlarm(session, { ...alarm, id: merged ?? alarm.id }, true, merged !== undefined);
    });
    return refused;
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
    return [rows.length > 0 ? foreignId('alarmId', alarmId) : unknownId('alarmId', alarmId)];
  };

  /** Writes that no robot waits for: one at a time, in order, retried while the database is away. */
  const queue = createWriteBehind<(tx: Tx) => Promise<unknown>>({
    name: 'alarms',
    db,
    log,
    maxQueued: maxQueuedWrites,
    maxBatch: 1,
    flushMs: 0,
    write: async (tx, works) => {
      for (const work of works) await work(tx);
    },
  });
  const enqueue = (work: (tx: Tx) => Promise<unknown>) => queue.add(work);

  const clear = (session: Session, code: AlarmCode): void => {
    const identity = `server/${code}`;
    if (!session.alarms.has(identity)) return;
    enqueue((tx) => clearIn(tx, session, identity, now().toISOString()));
  };

  return {
    /** Loads the open alarms of all devices into the sessions at start. */
    load: async (sessionOf: (deviceId: string) => Session | undefined) => {
      const rows = await inScope(db, '*', (tx) => tx.select().from(alarms).where(isNull(alarms.clearedAt)), {
        readOnly: true,
      });
      for (const row of rows) {
        const session = sessionOf(row.deviceId);
        session?.alarms.set(row.identity, row.level);
        if (session && eventCodes.has(row.code))
          raisedEvents.set(`${row.deviceId}/${row.code}`, {
            session,
            code: row.code as AlarmCode,
            atMs: now().getTime(),
          });
      }
    },

    fromRobot: async (tx: Tx, session: Session, alarm: XAlarm, at: string): Promise<IdRefusal[]> => {
      if (alarm.event === 'CLEARED') return await clearedByRobot(tx, session, alarm.alarmId, at);
      const definition = isKeyOf(alarmCodes, alarm.code) ? alarmCodes[alarm.code] : undefined;
      // The run has its own column, which is set only if the run belongs to this robot.
      const { runId, ...refs } = alarm.refs ?? {};
      return await raiseIn(tx, session, {
        id: alarm.alarmId,
        identity: alarm.alarmId,
        source: 'ROBOT',
        code: alarm.code,
        level: alarm.level,
        type: alarm.type ?? definition?.type ?? '',
        text: alarm.text ?? definition?.text ?? '',
        runId: isUuid(runId) ? runId : null,
        refs,
        at,
      });
    },

    /** Errors in the state of a vehicle that sends no `xAlarm`. An error absent from two states in a row is cleared. */
    fromState: (
      session: Session,
      errors: RobotError[],
      previous: RobotError[],
      runId: string | null,
    ): void => {
      const at = now().toISOString();
      const present = new Map(errors.map((it) => [errorIdentity(it), it]));
      const before = new Set(previous.map(errorIdentity));
      for (const [identity, error] of present) {
        if (session.alarms.has(identity)) continue;
        enqueue((tx) =>
          raiseIn(tx, session, {
            id: newId(),
            identity,
            source: 'VDA',
            code: '90000',
            level: lookup(vdaErrorLevels, error.level) ?? 2,
            type: error.type,
            text: error.text || error.type,
            runId,
            refs: error.references,
            at,
          }),
        );
      }
      for (const identity of session.alarms.keys()) {
        if (identity.startsWith('server/') || present.has(identity) || before.has(identity)) continue;
        enqueue((tx) => clearIn(tx, session, identity, at));
      }
    },

    /** Raised by the server about a device. Ends with `clear`; an event code ends ten minutes after its last raise. */
    raise: (session: Session, code: AlarmCode, runId: string | null = null): void => {
      const { level, type, text } = alarmCodes[code];
      const identity = `server/${code}`;
      if (eventCodes.has(code))
        raisedEvents.set(`${session.device.deviceId}/${code}`, { session, code, atMs: now().getTime() });
      if (session.alarms.has(identity)) return;
      const at = now().toISOString();
      enqueue((tx) =>
        raiseIn(tx, session, {
          id: newId(),
          identity,
          source: 'SERVER',
          code,
          level,
          type,
          text,
          runId,
          refs: {},
          at,
        }),
      );
    },
    clear,
    tick: (nowMs: number): void => {
      for (const [key, { session, code, atMs }] of raisedEvents) {
        if (nowMs - atMs < eventAlarmMs) continue;
        raisedEvents.delete(key);
        clear(session, code);
      }
    },
    flush: queue.flush,
  };
}

export type AlarmRegistry = ReturnType<typeof createAlarmRegistry>;
