import { and, asc, eq, isNotNull, lte } from 'drizzle-orm';
import { alarmChanged } from '../../../entities/alarms/alarm-change.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { audienceOf, type Recipient } from './alarm-audience-service.ts';
import { alarmRuleOf, namedTargets, type AlarmRule } from './alarm-setting-read.ts';
import { moveOf, nextAfter, policyFor, type Move } from './escalation-rules.ts';
import { alarmDeliveries, alarmTellings, type AlarmTelling } from './escalation-table.ts';
import { quietUntil } from './quiet-rules.ts';

export interface TellingDeps {
  db: Db;
  bus: Bus;
  now: Clock;
}

interface Due {
  telling: AlarmTelling;
  alarm: typeof alarms.$inferSelect;
  device: typeof devices.$inferSelect;
}

/** The oldest due telling, locked: two runs at the same time get different ones. */
async function takeDue(tx: Tx, now: Date): Promise<Due | undefined> {
  const [row] = await tx
    .select({ telling: alarmTellings, alarm: alarms, device: devices })
    .from(alarmTellings)
    .innerJoin(alarms, eq(alarms.id, alarmTellings.alarmId))
    .innerJoin(devices, eq(devices.id, alarms.deviceId))
    .where(and(isNotNull(alarmTellings.nextAt), lte(alarmTellings.nextAt, now.toISOString())))
    .orderBy(asc(alarmTellings.nextAt))
    .limit(1)
    .for('update', { of: alarmTellings, skipLocked: true });
  return row;
}

/** All who may see the robot get the alarm in their bell, as at a raise without delay. */
async function tellEveryone(
  tx: Tx,
  { bus, now }: TellingDeps,
  { telling, alarm, device }: Due,
  { tellAfterS }: AlarmRule,
): Promise<boolean> {
  // Without a delay the raise decides, also for an alarm that arrives late.
  if (telling.round === 0 && (alarm.toldAt !== null || tellAfterS === 0)) return false;
  await tx.update(alarms).set({ toldAt: now().toISOString() }).where(eq(alarms.id, alarm.id));
  const { id: alarmId, deviceId, companyId, code, effectiveLevel: level, text, count, causeId } = alarm;
  const raise = { raised: true, again: false, isTold: true };
  const change = { deviceId, alarmId, code, level, text, count, causeId, ...raise };
  const deviceName = device.nickname || device.sn;
  tx.afterCommit(() => bus.publish(alarmChanged, { ...change, deviceName }, { companyId }));
  return true;
}

/** The receivers of a step: the people whom the code names, or the targets of the policy. */
async function recipientsOf(tx: Tx, rule: AlarmRule, companyId: string, step: number): Promise<Recipient[]> {
  if (step === 1)
    return await audienceOf(tx, companyId, namedTargets(rule), rule.channels, {
      kind: 'CODE',
      policy: null,
      step: null,
    });
  const { policy } = rule;
  const reached = policy?.steps[step - 2];
  if (!policy || !reached) return [];
  const named = { kind: 'STEP' as const, policy: policy.name, step: step - 1 };
  return await audienceOf(tx, companyId, reached.targets, reached.channels, named);
}

async function tellStep(
  tx: Tx,
  deps: TellingDeps,
  due: Due,
  rule: AlarmRule,
  move: Extract<Move, { kind: 'TELL' }>,
) {
  const { telling, alarm, device } = due;
  const { step, repetition } = move;
  const at = deps.now();
  const base = {
    companyId: alarm.companyId,
    alarmId: alarm.id,
    round: telling.round,
    step,
    repetition,
    createdAt: at.toISOString(),
  };
  const rows: (typeof alarmDeliveries.$inferInsert)[] = (
    await recipientsOf(tx, rule, device.companyId, step)
  ).map(({ account, channel, rule: named }) => {
    const quiet = account ? quietUntil(account.profile, alarm.effectiveLevel, at.getTime()) : undefined;
    const dueAt = quiet === undefined ? at.toISOString() : new Date(quiet).toISOString();
    return { ...base, accountId: account?.id ?? null, channel, rule: named, state: 'WAITING', dueAt };
  });
  if (step === 1 && repetition === 0 && (await tellEveryone(tx, deps, due, rule))) {
    const everyone = { kind: 'CODE' as const, policy: null, step: null, target: 'EVERYONE' as const };
    rows.push({
      ...base,
      accountId: null,
      channel: 'BELL',
      rule: everyone,
      state: 'SENT',
      dueAt: base.createdAt,
    });
  }
  if (rows.length > 0) await tx.insert(alarmDeliveries).values(rows).onConflictDoNothing();
}

/** Makes one move of one due telling, and returns whether there was one. */
const moveOne = (deps: TellingDeps): Promise<boolean> =>
  inScope(deps.db, '*', async (tx) => {
    const now = deps.now();
    const due = await takeDue(tx, now);
    if (!due) return false;
    const { telling, alarm, device } = due;
    const update = (set: Partial<AlarmTelling>) =>
      tx.update(alarmTellings).set(set).where(eq(alarmTellings.id, telling.id));
    const { code, type } = alarm;
    const rule = await alarmRuleOf(tx, { companyId: device.companyId, code, type, model: device.model, now });
    // A robot that moved has other people, and a suppressed code has none.
    if (device.companyId !== alarm.companyId || !rule.isTold) {
      await update({ nextAt: null });
      return true;
    }
    const policy = policyFor(alarm, rule.policy);
    const move = moveOf(telling, alarm, policy, now.getTime());
    const iso = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
    if (move.kind === 'RESTART_AFTER')
      await update({
        step: 0,
        repetition: 0,
        startedAt: null,
        nextAt: iso(move.untilMs),
        round: telling.round + (telling.step > 0 ? 1 : 0),
      });
    else if (move.kind === 'TELL') {
      await tellStep(tx, deps, due, rule, move);
      const { step, repetition } = move;
      const startedAt = telling.startedAt ?? now.toISOString();
      const nextMs = nextAfter({ step, startedAt }, policy, now.getTime());
      await update({ step, repetition, startedAt, nextAt: iso(nextMs) });
    } else await update({ nextAt: move.kind === 'WAIT' ? iso(move.untilMs) : null });
    return true;
  });

/** Moves every telling that is due. */
export async function moveTellings(deps: TellingDeps): Promise<void> {
  while (await moveOne(deps));
}
