import type { AlarmReceivers, EscalationTarget, NoticeChannel } from '@sweepline/contract';
import { eq, getTableName } from 'drizzle-orm';
import { alarmSettingOf, alarmTellingOf } from '../../../entities/alarms/alarm-setting-service.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { escalationPolicies, type PolicyRow } from './escalation-table.ts';

/** How an alarm is told, by the settings of its code. */
export interface AlarmRule {
  isTold: boolean;
  level: number | null;
  tellAfterS: number;
  receivers: AlarmReceivers | null;
  channels: NoticeChannel[];
  policy: PolicyRow | undefined;
}

interface SettingRow {
  isTold: boolean;
  level: number | null;
  tellAfterS: number;
  receivers: AlarmReceivers | null;
  channels: NoticeChannel[] | null;
  policyId: string | null;
}

const columns = `s.is_told as "isTold", s.level, s.tell_after_s as "tellAfterS", t.receivers, t.channels, t.policy_id as "policyId"`;

/** The settings of a code for a company and a model. */
export async function alarmRuleOf(
  tx: Tx,
  {
    companyId,
    code,
    type,
    model,
    now,
  }: { companyId: string; code: string; type: string; model: string; now: Date },
): Promise<AlarmRule> {
  const key = { companyId: '$1::uuid', code: '$2::text', errorType: '$3::text', model: '$4::text' };
  const [row] = await tx.raw<SettingRow>(
    `select ${columns} from ${alarmSettingOf({ ...key, now: '$5::timestamptz' })} s, ${alarmTellingOf(key)} t`,
    [companyId, code, type, model, now.toISOString()],
  );
  const [policy] = row?.policyId
    ? await tx.select().from(escalationPolicies).where(eq(escalationPolicies.id, row.policyId))
    : [];
  return {
    isTold: row?.isTold ?? true,
    level: row?.level ?? null,
    tellAfterS: row?.tellAfterS ?? 0,
    receivers: row?.receivers ?? null,
    channels: row?.channels ?? ['BELL'],
    policy,
  };
}

/** The people whom the settings of a code name, as targets. */
export const namedTargets = ({ receivers }: AlarmRule): EscalationTarget[] => [
  ...(receivers?.roleIds ?? []).map((id) => ({ kind: 'ROLE' as const, id })),
  ...(receivers?.accountIds ?? []).map((id) => ({ kind: 'ACCOUNT' as const, id })),
];

/** A new alarm with its settings. */
export interface NewAlarm extends SettingRow {
  id: string;
  companyId: string;
  raisedAt: Date;
  arrivedAt: Date;
  toldAt: Date | null;
  shelvedUntil: Date | null;
  causeId: string | null;
}

/** Some new alarms, locked: two runs at the same time get different ones. */
export const takeNewAlarms = (tx: Tx, limit: number, now: Date): Promise<NewAlarm[]> => {
  const key = {
    companyId: 'a.company_id',
    code: 'a.code',
    errorType: 'a.type',
    model: `coalesce(d.model, '')`,
  };
  return tx.raw<NewAlarm>(
    `select a.id, a.company_id as "companyId", a.raised_at as "raisedAt", a.arrived_at as "arrivedAt", a.told_at as "toldAt",
       a.shelved_until as "shelvedUntil", a.cause_id as "causeId", ${columns}
     from (select * from ${getTableName(alarms)} where planned_at is null and cleared_at is null
       order by arrived_at limit $1 for update skip locked) a
     left join ${getTableName(devices)} d on d.id = a.device_id
     cross join lateral ${alarmSettingOf({ ...key, now: '$2::timestamptz' })} s
     cross join lateral ${alarmTellingOf(key)} t`,
    [limit, now.toISOString()],
  );
};
