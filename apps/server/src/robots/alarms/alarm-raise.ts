import type { Tx } from '../../platform/db/db.ts';
import type { Registration } from '../identity/registry.ts';
import type { IdRefusal } from '../intake/uplink-refusals.ts';
import { causeReachOf, causesAround } from './alarm-cause-rules.ts';
import { raiseContext, type NearAlarm, type RaiseContext } from './alarm-context.ts';
import { countingAlarm, coversFollower, isLate, type RecentAlarm, type Root } from './alarm-raise-rules.ts';
import {
  alarmRefusal,
  countRaise,
  insertAlarm,
  runRefusal,
  setCauses,
  type AlarmPlace,
  type Raise,
  type Shelf,
  type StoredAlarm,
} from './alarm-rows.ts';

interface Arrival {
  arrivedAt: string;
  /** The end of the alarm, if it arrived before its raise. */
  clearedAt: string | undefined;
}

interface RaiseResult {
  /** Undefined if the alarm is stored already or refused. */
  row?: StoredAlarm;
  again: boolean;
  /** Alarms that are told if they stand at the end of the replay. */
  waiting: string[];
  refused: IdRefusal[];
}

/** The causes that a raise changes: its own, and those of alarms that followed it and arrived before. */
function causesOfRaise(
  alarm: Raise,
  counting: RecentAlarm | undefined,
  near: NearAlarm[],
  clearedAt?: string,
) {
  const reach = causeReachOf(alarm.code);
  if (!reach) return { causeId: null, others: new Map<string, string | null>() };
  const atMs = Date.parse(alarm.at);
  const subject = {
    id: counting?.id ?? alarm.id,
    code: alarm.code,
    firstMs: Math.min(counting?.firstMs ?? atMs, atMs),
    lastMs: Math.max(counting?.lastMs ?? atMs, atMs),
    overMs: clearedAt === undefined ? null : Date.parse(clearedAt),
    // An alarm that stands has its cause until another one is found.
    causeId: counting?.isOpen ? counting.causeId : null,
  };
  const rest = near.filter(({ id }) => id !== subject.id);
  const causes = causesAround([...rest, subject], reach.changed, atMs, subject.id);
  const causeId = causes.get(subject.id) ?? null;
  const others = new Map(
    rest.flatMap(({ id, causeId: present }) => {
      const cause = causes.get(id);
      return cause === undefined || cause === present ? [] : [[id, cause] as const];
    }),
  );
  // What stands under an alarm that gets a cause moves to that cause.
  if (counting && causeId !== counting.causeId) others.set(counting.id, causeId);
  return { causeId, others };
}

function rootOf(causeId: string | null, near: readonly NearAlarm[]): Root | undefined {
  const root = near.find(({ id }) => id === causeId);
  if (root) return root;
  const follower = near.find((it) => it.causeId !== null && it.causeId === causeId);
  return follower && { level: follower.rootLevel ?? 0, isTold: follower.rootIsTold };
}

/** Whether the alarm may be told: now, or at the end of the replay. */
function isTellable(context: RaiseContext, causeId: string | null, level: number, { clearedAt }: Arrival) {
  if (!context.isTold || context.tellAfterS > 0 || context.shelf || clearedAt !== undefined) return false;
  return !coversFollower(rootOf(causeId, context.near), level);
}

/** Stores a raise as an alarm of its own, or counts it in the row of an alarm that chatters. */
export async function storeRaise(
  tx: Tx,
  device: Registration,
  alarm: Raise,
  arrival: Arrival,
): Promise<RaiseResult> {
  const { arrivedAt } = arrival;
  const context = await raiseContext(tx, device, alarm, arrivedAt);
  const isWaiting = isLate(alarm.at, Date.parse(arrivedAt));
  const placeOf = (causeId: string | null, ownLevel: number) => {
    const level = context.levelOverride ?? ownLevel;
    const tellable = isTellable(context, causeId, level, arrival);
    const { levelOverride, siteId } = context;
    return { levelOverride, siteId, causeId, toldAt: tellable && !isWaiting ? arrivedAt : null, arrivedAt };
  };
  const finish = async (row: StoredAlarm, others: Map<string, string | null>): Promise<RaiseResult> => {
    const released = await setCauses(tx, device, others);
    const waiting = isWaiting && !row.isTold ? [row.id, ...released] : released;
    // The raise with which the count begins is told, the further ones are not.
    return { row, again: row.count > 2, waiting, refused: [] };
  };

  const counting = context.isStored ? undefined : countingAlarm(context.recent);
  if (counting) {
    const { causeId, others } = causesOfRaise(alarm, counting, context.near, arrival.clearedAt);
    const place = placeOf(causeId, Math.max(counting.level, alarm.level));
    const row = await countRaise(tx, device, counting.id, alarm, place);
    if (row) return await finish(row, others);
  }
  const { causeId, others } = causesOfRaise(alarm, undefined, context.near, arrival.clearedAt);
  // A shelf covers further alarms of the code until its end, and none of them prolongs it.
  const place = { ...placeOf(causeId, alarm.level), ...context.shelf };
  return await insertRaise(tx, device, alarm, place, (row) => finish(row, others));
}

async function insertRaise(
  tx: Tx,
  device: Registration,
  alarm: Raise,
  place: AlarmPlace & Partial<Shelf>,
  finish: (row: StoredAlarm) => Promise<RaiseResult>,
): Promise<RaiseResult> {
  const inserted = await insertAlarm(tx, device, alarm, place);
  if (!inserted) {
    const refusal = await alarmRefusal(tx, device, alarm.id);
    // Without a refusal the alarm is stored already: a repetition must not open it again.
    return { again: false, waiting: [], refused: refusal ? [refusal] : [] };
  }
  const { id, code, text } = alarm;
  const row = { id, code, text, level: inserted.level, count: 1, causeId: place.causeId };
  const result = await finish({ ...row, isTold: place.toldAt !== null });
  const isRunRefused = alarm.runId !== null && inserted.runId === null;
  return isRunRefused ? { ...result, refused: [await runRefusal(tx, alarm.runId!)] } : result;
}
