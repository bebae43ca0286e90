import {
  errors,
  fieldReason,
  topics,
  type AlarmActKind,
  type AlarmActResult,
  type ErrorName,
} from '@sweepline/contract';
import { and, asc, desc, inArray, sql } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { accountNames } from '../../../entities/people/account-names.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { firstReasonText } from '../../../platform/calls/refusal-text.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';
import { alarmActs } from './alarm-act-table.ts';

export type AlarmRow = typeof alarms.$inferSelect;
export interface Target {
  id: string;
  version: number;
}

/** Why an alarm does not take part, and who came first. */
interface Conflict {
  error: ErrorName;
  whoId?: string | null;
  when?: string | null;
}

/** One act on several alarms. */
export interface Act {
  kind: AlarmActKind;
  text?: string;
  until?: string;
  ownerId?: string | null;
  minutes?: number | null;
  /** Columns that it sets; without them it only adds a row to the history. */
  changes?: Partial<AlarmRow>;
  /** Why this alarm is refused, in whatever version it is. */
  conflictOf?: (alarm: AlarmRow) => Conflict | Refusal | undefined;
}

/** Locked in the order of the ids, so that two acts on the same alarms do not wait for each other. */
async function lockAlarms(db: Tx, targets: readonly Target[]): Promise<Map<string, AlarmRow>> {
  const ids = targets.map(({ id }) => id);
  const rows = await db
    .select()
    .from(alarms)
    .where(and(inValues(alarms.id, ids), visible(db, alarms)))
    .orderBy(asc(alarms.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** The last act on each of these alarms. */
async function lastActs(db: Tx, ids: readonly string[]): Promise<Map<string, { byId: string; at: string }>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectDistinctOn([alarmActs.alarmId])
    .from(alarmActs)
    .where(and(inValues(alarmActs.alarmId, ids), visible(db, alarmActs)))
    .orderBy(asc(alarmActs.alarmId), desc(alarmActs.at), desc(alarmActs.id));
  return new Map(rows.map((row) => [row.alarmId, row]));
}

const processed = ({ processedAt, processedById }: AlarmRow): Conflict | undefined =>
  processedAt === null ? undefined : { error: 'alarmProcessed', whoId: processedById, when: processedAt };

/** Why an act does not happen to an alarm; undefined if it does. */
function verdictOf(act: Act, alarm: AlarmRow | undefined, version: number): Conflict | Refusal | undefined {
  if (!alarm) return { error: 'notFound' };
  if (!act.changes) return undefined;
  return (
    processed(alarm) ??
    act.conflictOf?.(alarm) ??
    (alarm.version === version ? undefined : { error: 'changedMeanwhile' })
  );
}

type Refused = [string, Conflict | Refusal];

/** The results of refused alarms, with the names that the caller sees. */
async function refusedResults({ db, caller }: Ctx, refused: readonly Refused[]): Promise<AlarmActResult[]> {
  const conflicts = refused.map(([id, verdict]): [string, Conflict | Refusal] => [id, verdict]);
  const outdated = conflicts.flatMap(([id, verdict]) =>
    !(verdict instanceof Refusal) && verdict.error === 'changedMeanwhile' ? [id] : [],
  );
  const acts = await lastActs(db, outdated);
  const whoOf = (id: string, verdict: Conflict) =>
    verdict.error === 'changedMeanwhile'
      ? { whoId: acts.get(id)?.byId ?? null, when: acts.get(id)?.at ?? null }
      : { whoId: verdict.whoId ?? null, when: verdict.when ?? null };
  const ids = conflicts.map(([id, verdict]) =>
    verdict instanceof Refusal ? null : whoOf(id, verdict).whoId,
  );
  const names = await accountNames(db, ids);
  return conflicts.map(([id, verdict]) => {
    if (verdict instanceof Refusal) {
      const reason = firstReasonText(verdict, caller.lang);
      const { code } = errors[verdict.reason];
      return { id, done: false, code, reason, who: null, when: null, version: null };
    }
    const { whoId, when } = whoOf(id, verdict);
    const who = whoId === null ? null : (names.get(whoId) ?? null);
    // Without a known act the refusal names neither account nor time.
    const error = verdict.error === 'changedMeanwhile' && when === null ? 'outdated' : verdict.error;
    const words = { who: who ?? fieldReason('SOMEBODY_ABOVE'), when: when ?? '' };
    const reason = firstReasonText(new Refusal(error, { words }), caller.lang);
    return { id, done: false, code: errors[error].code, reason, who, when, version: null };
  });
}

/** The pages of others follow after the commit. */
function publish({ db, services }: Ctx, rows: readonly AlarmRow[]): void {
  db.afterCommit(() => {
    for (const [companyId, own] of Map.groupBy(rows, (row) => row.companyId)) {
      const changes = own.map(({ id, deviceId }) => ({ id, deviceId }));
      services.bus.publish(topics.alarmActs, { changes }, { companyId });
    }
  });
}

/** Applies an act to several alarms. Each has its own result; a foreign and an unknown alarm have the same. */
export async function actOnAlarms(
  ctx: Ctx,
  targets: readonly Target[],
  actOf: Act | ((alarms: ReadonlyMap<string, AlarmRow>) => Promise<Act>),
): Promise<{ results: AlarmActResult[] }> {
  const { db, account, now } = ctx;
  const locked = await lockAlarms(db, targets);
  const act = typeof actOf === 'function' ? await actOf(locked) : actOf;
  const verdicts = targets.map(({ id, version }) => [id, verdictOf(act, locked.get(id), version)] as const);
  const done = verdicts.flatMap(([id, verdict]) => (verdict ? [] : (locked.get(id) ?? [])));
  const refused = verdicts.flatMap(([id, verdict]): Refused[] => (verdict ? [[id, verdict]] : []));
  const step = act.changes ? 1 : 0;
  if (done.length > 0) {
    const ids = done.map(({ id }) => id);
    if (act.changes)
      await db
        .update(alarms)
        .set({ ...act.changes, version: sql`${alarms.version} + 1` })
        .where(and(inArray(alarms.id, ids), visible(db, alarms)));
    const { kind, text = '', until = null, ownerId = null, minutes = null } = act;
    const row = { kind, text, until, ownerId, minutes, at: now().toISOString(), byId: account.id };
    await db.insert(alarmActs).values(done.map(({ id, companyId }) => ({ ...row, companyId, alarmId: id })));
    publish(ctx, done);
  }
  const results = new Map<string, AlarmActResult>([
    ...done.map(
      ({ id, version }) =>
        [
          id,
          { id, done: true, code: 200, reason: '', who: null, when: null, version: version + step },
        ] as const,
    ),
    ...(await refusedResults(ctx, refused)).map((result) => [result.id, result] as const),
  ]);
  return { results: targets.flatMap(({ id }) => results.get(id) ?? []) };
}
