import { alarmTellingCalls, type Input } from '@sweepline/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { noticeMails } from '../../../entities/people/notice-mail-table.ts';
import { audienceOf, type Recipient } from './alarm-audience-service.ts';
import { namesOf } from './alarm-names-service.ts';
import { alarmRuleOf, namedTargets } from './alarm-setting-read.ts';
import { alarmDeliveries as table } from './escalation-table.ts';
import { quietUntil } from './quiet-rules.ts';

async function listDeliveries({ db }: Ctx, { id, ...page }: Input<typeof alarmTellingCalls.deliveries>) {
  await find(db, alarms, id);
  const where = and(visible(db, table), eq(table.alarmId, id));
  const rows = db
    .select({ row: table, mailState: noticeMails.state, mailReason: noticeMails.reason })
    .from(table)
    // The version before writes no mail id: its mails have the id of the delivery.
    .leftJoin(noticeMails, eq(noticeMails.id, sql`coalesce(${table.noticeId}, ${table.id})`))
    .where(where)
    .orderBy(desc(table.createdAt), desc(table.id));
  const { list, total } = await paginate(page, rows, counted(db, table, where));
  const names = await namesOf(
    db,
    list.flatMap(({ row }) => row.accountId ?? []),
  );
  return {
    total,
    list: list.map(({ row, mailState, mailReason }) => ({
      ...row,
      name: row.accountId === null ? null : (names.get(row.accountId) ?? null),
      // A mail was handed over to the job of notices, which knows whether it was sent.
      state: mailState === null || mailState === 'SENDING' ? row.state : mailState,
      reason: row.reason || (mailReason ?? ''),
      at: row.dueAt,
    })),
  };
}

async function dryRun({ db, now }: Ctx, { deviceId, code, level }: Input<typeof alarmTellingCalls.dryRun>) {
  const device = await find(db, devices, deviceId);
  const { companyId, model } = device;
  const { rule, steps } = await asSystem(db, async (all) => {
    const found = await alarmRuleOf(all, { companyId, code, type: '', model, now: now() });
    const base = { kind: 'CODE' as const, policy: null, step: null };
    const named = await audienceOf(all, companyId, namedTargets(found), found.channels, base);
    const everyone = { ...base, target: 'EVERYONE' as const };
    const first: Recipient[] = [{ account: null, channel: 'BELL', rule: everyone }, ...named];
    const reached = [{ afterMinutes: 0, recipients: first }];
    for (const [n, { afterMinutes, targets, channels }] of (found.policy?.steps ?? []).entries()) {
      const of = { kind: 'STEP' as const, policy: found.policy!.name, step: n + 1 };
      reached.push({ afterMinutes, recipients: await audienceOf(all, companyId, targets, channels, of) });
    }
    return { rule: found, steps: reached };
  });
  const names = await namesOf(
    db,
    steps.flatMap(({ recipients }) => recipients.flatMap(({ account }) => account?.id ?? [])),
  );
  const effectiveLevel = rule.level ?? level;
  const quietOf = ({ account }: Recipient) => {
    const quiet = account ? quietUntil(account.profile, effectiveLevel, now().getTime()) : undefined;
    return quiet === undefined ? null : new Date(quiet).toISOString();
  };
  return {
    isTold: rule.isTold,
    effectiveLevel,
    afterSeconds: rule.tellAfterS,
    remindMinutes: rule.policy?.remindMinutes ?? null,
    steps: (rule.isTold ? steps : []).map(({ afterMinutes, recipients }) => ({
      afterMinutes,
      receivers: recipients.map((recipient) => ({
        name: recipient.account === null ? null : (names.get(recipient.account.id) ?? null),
        channel: recipient.channel,
        rule: recipient.rule,
        quietUntil: quietOf(recipient),
      })),
    })),
  };
}

export const alarmTellingAnswers = answer(alarmTellingCalls, { deliveries: listDeliveries, dryRun });
