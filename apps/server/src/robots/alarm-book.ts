import { createHash } from 'node:crypto';
import { topics, isKeyOf, lookup } from '@sweepline/contract';
import { alarmCodes, vdaErrorLevels, type AlarmCode, type XAlarm } from '@sweepline/contract/robot';
import { eq, isNull, sql } from 'drizzle-orm';
import { alarms } from '../features/alarms/alarm-table.ts';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import { inScope, type Db, type Tx } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { createWriteBehind } from '../platform/write-behind.ts';
import type { Log } from './gateway-options.ts';
import type { RobotError } from './robot-state.ts';
import { isOwn } from './run-book.ts';
import type { Session } from './session.ts';
import { isUuid } from './uplink-refs.ts';
import { foreignId, refusalOf, unknownId, type IdRefusal } from './uplink-refusals.ts';

interface Raise {
  id: string;
  identity: string;
  source: 'ROBOT' | 'VDA' | 'SERVER';
  code: string;
  level: number;
  type: string;
  text: string;
  runId: string | null;
  refs: Record<string, unknown>;
  at: string;
}

/** What browsers hear of an alarm. */
type Told = Pick<Raise, 'id' | 'code' | 'level' | 'text'>;

/** Errors of a foreign vehicle have no id: the same type with the same references is the same error (2.25). */
const errorIdentity = (error: RobotError) =>
  createHash('sha1')
    .update(JSON.stringify([error.type, Object.entries(error.references).toSorted()]))
    .digest('hex');

/** What a device did, not what it is in: nothing ever says that it is over. */
const passing = new Set<string>(['80010', '80011', '80012', '80013']);
const passingMs = 600_000;
const maxQueued = 20_000;

/** Alarms: what robots report, what foreign vehicles put into their state, and what the server raises about a device. */
export function openAlarmBook(db: Db, now: Clock, bus: Bus, log: Log, changed: (session: Session) => void) {
  const standing = new Map<string, { session: Session; code: AlarmCode; atMs: number }>();

  const tell = (session: Session, alarm: Told, raised: boolean, again = false) => {
    const { deviceId, companyId, nickname, sn } = session.device;
    const { id: alarmId, code, level, text } = alarm;
    bus.publish(
      topics.alarm.name,
      { deviceId, deviceName: nickname || sn, alarmId, code, level, text, raised, again },
      { companyId },
    );
    changed(session);
  };

  /** A flood of the same alarm is one row with a count: more than six in ten minutes (2.25). */
  const merge = async (tx: Tx, { device }: Session, alarm: Raise) => {
    const [merged] = await tx.raw<{ id: string }>(
      `with recent as (
         select id, count(*) over () as times from alarms
         where device_id = $1 and company_id = $6 and code = $2 and raised_at > $3::timestamptz - interval '10 minutes'
         order by raised_at desc limit 1)
       update alarms set count = alarms.count + 1, cleared_at = null, identity = $5, level = greatest(alarms.level, $4)
       from recent where alarms.id = recent.id and (recent.times >= 6 or alarms.count > 6)
         and not exists (select from alarms other where other.id = $7 and (other.device_id <> $1 or other.company_id <> $6))
       returning alarms.id`,
      [device.deviceId, alarm.code, alarm.at, alarm.level, alarm.identity, device.companyId, alarm.id],
    );
    return merged?.id;
  };

  /** Inserts an alarm; its run only where it is one of the same device and company. */
  const insert = async (tx: Tx, { device }: Session, { at, runId, ...rest }: Raise) => {
    const { deviceId, companyId } = device;
    const ownRun = sql`(select id from runs where id = ${runId} and device_id = ${deviceId} and company_id = ${companyId})`;
    const [row] = await tx
      .insert(alarms)
      .values({
        ...{ ...rest, companyId, deviceId, raisedAt: at, arrivedAt: now().toISOString() },
        ...(runId !== null && { runId: ownRun }),
      })
      .onConflictDoNothing()
      .returning({ runId: alarms.runId });
    return row;
  };

  /** Why an alarm was not inserted: undefined when it is this device's and was told before. */
  const whyNot = async (tx: Tx, { device }: Session, id: string) => {
    const [row] = await tx.select().from(alarms).where(eq(alarms.id, id));
    return refusalOf(row, device, 'alarmId', id);
  };

  const raiseIn = async (tx: Tx, session: Session, alarm: Raise): Promise<IdRefusal[]> => {
    if (session.alarms.has(alarm.identity)) return [];
    const refused: IdRefusal[] = [];
    const merged = await merge(tx, session, alarm);
    if (!merged) {
      const row = await insert(tx, session, alarm);
      const refusal = row ? undefined : await whyNot(tx, session, alarm.id);
      if (refusal) return [refusal];
      if (alarm.runId !== null && row?.runId === null) refused.push(await runRefusal(tx, alarm.runId));
    }
    tx.afterCommit(() => {
      session.alarms.set(alarm.identity, alarm.level);
      tell(session, { ...alarm, id: merged ?? alarm.id }, true, merged !== undefined);
    });
    return refused;
  };

  /** Answers how many stood. */
  const clearIn = async (tx: Tx, session: Session, identity: string, at: string): Promise<number> => {
    const { deviceId, companyId } = session.device;
    const rows = await tx.raw<Told>(
      `update alarms set cleared_at = $3
       where device_id = $1 and company_id = $4 and identity = $2 and cleared_at is null
       returning id, code, level, text`,
      [deviceId, identity, at, companyId],
    );
    tx.afterCommit(() => {
      session.alarms.delete(identity);
      for (const row of rows) tell(session, row, false);
    });
    return rows.length;
  };

  /** The robot says that an alarm is over. One that was merged into another row is found by its identity only. */
  const clearedByRobot = async (tx: Tx, session: Session, alarmId: string, at: string): Promise<IdRefusal[]> => {
    if ((await clearIn(tx, session, alarmId, at)) > 0) return [];
    const { device } = session;
    const rows = await tx
      .select({ deviceId: alarms.deviceId, companyId: alarms.companyId })
      .from(alarms)
      .where(sql`${alarms.id} = ${alarmId} or (${alarms.deviceId} = ${device.deviceId} and ${alarms.identity} = ${alarmId})`);
    if (rows.some((row) => isOwn(row, device))) return [];
    return [rows.length > 0 ? foreignId('alarmId', alarmId) : unknownId('alarmId', alarmId)];
  };

  /** For what no robot waits for: in order, one after the other, and tried again while the database is away. */
  const queue = createWriteBehind<(tx: Tx) => Promise<unknown>>({
    ...{ name: 'alarms', db, log, maxQueued, maxBatch: 1, flushMs: 0 },
    write: async (tx, works) => {
      for (const work of works) await work(tx);
    },
  });
  const later = (work: (tx: Tx) => Promise<unknown>) => queue.add(work);

  const clear = (session: Session, code: AlarmCode): void => {
    const identity = `server/${code}`;
    if (!session.alarms.has(identity)) return;
    later((tx) => clearIn(tx, session, identity, now().toISOString()));
  };

  return {
    /** Open alarms of all devices, for the sessions of a process that starts. */
    load: async (sessionOf: (deviceId: string) => Session | undefined) => {
      const rows = await inScope(db, '*', (tx) => tx.select().from(alarms).where(isNull(alarms.clearedAt)), {
        readOnly: true,
      });
      for (const row of rows) {
        const session = sessionOf(row.deviceId);
        session?.alarms.set(row.identity, row.level);
        if (session && passing.has(row.code))
          standing.set(`${row.deviceId}/${row.code}`, {
            session,
            code: row.code as AlarmCode,
            atMs: now().getTime(),
          });
      }
    },

    fromRobot: async (tx: Tx, session: Session, alarm: XAlarm, at: string): Promise<IdRefusal[]> => {
      if (alarm.event === 'CLEARED') return await clearedByRobot(tx, session, alarm.alarmId, at);
      const known = isKeyOf(alarmCodes, alarm.code) ? alarmCodes[alarm.code] : undefined;
      const runId = alarm.refs?.['runId'];
      return await raiseIn(tx, session, {
        id: alarm.alarmId,
        identity: alarm.alarmId,
        source: 'ROBOT',
        code: alarm.code,
        level: alarm.level,
        type: alarm.type ?? known?.type ?? '',
        text: alarm.text ?? known?.text ?? '',
        runId: isUuid(runId) ? runId : null,
        refs: alarm.refs ?? {},
        at,
      });
    },

    /** Errors in the state of a vehicle that sends no `xAlarm`. Gone in two states in a row is cleared. */
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
        later((tx) =>
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
        later((tx) => clearIn(tx, session, identity, at));
      }
    },

    /** Raised by the server about a device; stands until `clear`, or for ten minutes after the last raise where nothing clears it. */
    raise: (session: Session, code: AlarmCode, runId: string | null = null): void => {
      const { level, type, text } = alarmCodes[code];
      const identity = `server/${code}`;
      if (passing.has(code))
        standing.set(`${session.device.deviceId}/${code}`, { session, code, atMs: now().getTime() });
      if (session.alarms.has(identity)) return;
      const at = now().toISOString();
      later((tx) =>
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
      for (const [key, { session, code, atMs }] of standing) {
        if (nowMs - atMs < passingMs) continue;
        standing.delete(key);
        clear(session, code);
      }
    },
    flush: queue.flush,
  };
}

/** Why the run that an alarm names is not kept with it. */
async function runRefusal(tx: Tx, runId: string): Promise<IdRefusal> {
  const [row] = await tx.raw(`select from runs where id = $1`, [runId]);
  return row ? foreignId('refs.runId', runId) : unknownId('refs.runId', runId);
}

export type AlarmBook = ReturnType<typeof openAlarmBook>;
