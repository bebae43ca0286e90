import { isKeyOf } from '@sweepline/contract';
import { alarmCodes, type AlarmCode, type XAlarm } from '@sweepline/contract/robot';
import { and, isNull } from 'drizzle-orm';
import { alarms } from '../../entities/alarms/alarm-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inShards } from '../../platform/cluster/shards.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import { createAlarmChanges } from './alarm-changes.ts';
import { createAlarmTelling } from './alarm-telling.ts';
import { orderNeverBegan, type Raise } from './alarm-rows.ts';
import { createEventAlarms } from './event-alarms.ts';
import type { LateAlarmTiming } from './late-alarms.ts';
import { changesOfErrors, errorIdentity, orderOfError } from './state-errors.ts';
import type { Log } from '../gateway-options.ts';
import type { RobotError } from '../protocol/robot-state.ts';
import type { RobotOwnership } from '../identity/registry.ts';
import { applyFaults } from '../sessions/live-faults.ts';
import type { Session } from '../sessions/session.ts';
import { isUuid } from '../intake/uplink-refs.ts';
import type { IdRefusal } from '../intake/uplink-refusals.ts';

const maxQueuedWrites = 20_000;

/** An alarm in the words of the robot, with those of the code table where it has none. */
function raiseOf(alarm: XAlarm, at: string): Raise {
  const definition = isKeyOf(alarmCodes, alarm.code) ? alarmCodes[alarm.code] : undefined;
  // The run has its own column, which is set only if the run belongs to this robot.
  const { runId, ...refs } = alarm.refs ?? {};
  return {
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
  };
}

const serverIdentity = (code: AlarmCode) => `server/${code}`;

interface AlarmRegistryDeps extends RobotOwnership {
  db: Db;
  now: Clock;
  bus: Bus;
  log: Log;
  timing: LateAlarmTiming;
}

/** Alarms: reported by robots, taken from the state of plain VDA vehicles, and raised by the server about a device. */
export function createAlarmRegistry(
  { db, now, bus, log, owns, timing }: AlarmRegistryDeps,
  changed: (session: Session) => void,
) {
  const telling = createAlarmTelling(timing, now);
  const changes = createAlarmChanges({ now, bus, changed, waits: telling.wait, counted: telling.count });
  const { raiseIn, clearIn, clearedByRobot } = changes;
  const events = createEventAlarms();
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

  const enqueue = (session: Session, work: (tx: Tx) => Promise<unknown>): void => {
    if (owns(session.device.deviceId)) queue.add(work);
  };

  const clear = (session: Session, code: AlarmCode): void => {
    const identity = serverIdentity(code);
    if (!session.alarms.has(identity)) return;
    enqueue(session, (tx) => clearIn(tx, session, identity, now().toISOString()));
  };

  /** After a restart a robot may still report the rejection of an order that has ended since. */
  const raiseOrEndIn = async (tx: Tx, session: Session, alarm: Raise): Promise<unknown> =>
    (await orderNeverBegan(tx, session.device, alarm.refs['orderId']))
      ? await clearIn(tx, session, alarm.identity, alarm.at)
      : await raiseIn(tx, session, alarm);

  return {
    /** Loads the open alarms of these shards into the sessions. */
    load: async (shards: readonly number[], sessionOf: (deviceId: string) => Session | undefined) => {
      const isOpen = and(isNull(alarms.clearedAt), inShards(alarms.deviceId, shards));
      const rows = await inScope(db, '*', (tx) => tx.select().from(alarms).where(isOpen), { readOnly: true });
      for (const row of rows) {
        const session = sessionOf(row.deviceId);
        if (!session) continue;
        session.alarms.set(row.identity, { code: row.code, level: row.level });
        telling.restore(session, row);
        events.note(session, row.code, now().getTime());
        applyFaults(session);
      }
    },

    fromRobot: async (tx: Tx, session: Session, alarm: XAlarm, at: string): Promise<IdRefusal[]> => {
      telling.hear(session, at);
      return alarm.event === 'CLEARED'
        ? await clearedByRobot(tx, session, alarm.alarmId, at)
        : await raiseIn(tx, session, raiseOf(alarm, at));
    },

    /** Errors in the state of a vehicle that sends no `xAlarm`. */
    fromState: (
      session: Session,
      errors: RobotError[],
      previous: RobotError[],
      runId: string | null,
    ): void => {
      const at = now().toISOString();
      const { raised, cleared } = changesOfErrors(session, errors, previous, { runId, at });
      for (const alarm of raised) {
        const isOfOpenRun = alarm.refs['orderId'] === runId;
        enqueue(session, (tx) =>
          isOfOpenRun ? raiseIn(tx, session, alarm) : raiseOrEndIn(tx, session, alarm),
        );
      }
      for (const identity of cleared) enqueue(session, (tx) => clearIn(tx, session, identity, at));
    },

    /** A run ended before its robot began it: the robot may name its order in an error until it accepts another. */
    orderEnded: (session: Session, orderId: string): void => {
      const at = now().toISOString();
      const rejections = session.state?.errors.filter((it) => orderOfError(it) === orderId) ?? [];
      for (const error of rejections)
        enqueue(session, (tx) => clearIn(tx, session, errorIdentity(error), at));
    },

    /** Raised by the server about a device. Ends with `clear`; an event code ends ten minutes after its last raise. */
    raise: (session: Session, code: AlarmCode, runId: string | null = null): void => {
      const identity = serverIdentity(code);
      events.note(session, code, now().getTime());
      if (session.alarms.has(identity)) return;
      const { level, type, text } = alarmCodes[code];
      const alarm: Raise = {
        id: newId(),
        identity,
        source: 'SERVER',
        code,
        level,
        type,
        text,
        runId,
        refs: {},
        at: now().toISOString(),
      };
      enqueue(session, (tx) => raiseIn(tx, session, alarm));
    },
    clear,
    tick: (nowMs: number): void => {
      for (const { session, code } of events.takeEnded(nowMs)) clear(session, code);
      for (const { session, work } of telling.due(nowMs))
        enqueue(session, async (tx) => {
          const rows = await work(tx);
          tx.afterCommit(() => {
            for (const row of rows) changes.publish(session, row, { raised: true });
          });
        });
    },
    /** Another server owns the device from now on. */
    forget: (deviceId: string): void => {
      events.forget(deviceId);
      telling.forget(deviceId);
    },
    flush: queue.flush,
  };
}

export type AlarmRegistry = ReturnType<typeof createAlarmRegistry>;
