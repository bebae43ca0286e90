import type { EscalationStep } from '@sweepline/contract';
import { accountByName } from '../../../apps/server/src/entities/people/account-service.ts';
import { alarmSettings } from '../../../apps/server/src/entities/alarms/alarm-setting-table.ts';
import { notices } from '../../../apps/server/src/entities/people/notice-table.ts';
import {
  alarmDeliveries,
  alarmTellings,
  escalationPolicies,
} from '../../../apps/server/src/features/alarms/escalation/escalation-table.ts';
import type { Tx } from '../../../apps/server/src/platform/db/db.ts';
import { newId } from '../../../apps/server/src/platform/runtime/ids.ts';
import type { CompanyKey } from '../people.ts';
import type { StandingAlarms } from './build-standing-alarms.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const policyName = 'Rufbereitschaft';

/** Codes of which a company is not notified for 30 days; a very serious one needs a reason. */
const suppressions = [
  { company: 'mall', username: 'mall.admin', code: '20103', days: 30, setDaysAgo: 2, reason: '' },
  {
    company: 'tower',
    username: 'tower.admin',
    code: '60102',
    days: 30,
    setDaysAgo: 5,
    reason: 'Aufzug 2 wird umgebaut, der Hausdienst ist vor Ort',
  },
] as const satisfies readonly { company: CompanyKey; [field: string]: unknown }[];

async function accountOf(db: Tx, username: string) {
  const match = await accountByName(db, username);
  if (!match) throw new Error(`the demo world has no ${username}`);
  return match.account;
}

/** Creates the on-call policy of the German agent, the alarm that went through it, and suppressed codes. */
export async function buildEscalation(
  db: Tx,
  now: () => Date,
  companyIds: Record<CompanyKey, string>,
  { escalated }: StandingAlarms,
): Promise<void> {
  const [technician, fae] = [await accountOf(db, 'rhein.service'), await accountOf(db, 'fae.weber')];
  const steps: EscalationStep[] = [
    { afterMinutes: 5, targets: [{ kind: 'ACCOUNT', id: technician.id }], channels: ['BELL'] },
    { afterMinutes: 20, targets: [{ kind: 'FAE' }], channels: ['BELL', 'MAIL'] },
    { afterMinutes: 60, targets: [{ kind: 'PARENT' }], channels: ['BELL'] },
  ];
  const policyId = await insertPolicy(db, now(), companyIds.rhein, steps);
  const updatedAt = new Date(now().getTime() - 40 * dayMs).toISOString();
  const by = { updatedAt, updatedBy: 'rhein.admin' };
  await db
    .insert(alarmSettings)
    .values(
      ['40101', '10104', '60102'].map((code) => ({ companyId: companyIds.rhein, code, policyId, ...by })),
    );
  await tellSteps(db, escalated, {
    technicianId: technician.id,
    faeId: fae.id,
    providerId: companyIds.provider,
  });
  await suppress(db, now(), companyIds);
}

async function insertPolicy(db: Tx, now: Date, companyId: string, steps: EscalationStep[]): Promise<string> {
  const id = newId();
  const at = new Date(now.getTime() - 40 * dayMs).toISOString();
  await db.insert(escalationPolicies).values({
    id,
    companyId,
    name: policyName,
    steps,
    createdAt: at,
    updatedAt: at,
    updatedBy: 'rhein.admin',
  });
  return id;
}

interface Reached {
  technicianId: string;
  faeId: string;
  providerId: string;
}

/** The messages of the steps, in the minutes after the raise. */
const messagesTo = ({ technicianId, faeId }: Reached) =>
  [
    { minutes: 5, step: 2, target: 'ACCOUNT', accountId: technicianId, channel: 'BELL' },
    { minutes: 20, step: 3, target: 'FAE', accountId: faeId, channel: 'BELL' },
    // The demo has no mail server and its people have no addresses.
    { minutes: 20, step: 3, target: 'FAE', accountId: faeId, channel: 'MAIL' },
    { minutes: 60, step: 4, target: 'PARENT', accountId: null, channel: 'BELL' },
  ] as const;

/** What the policy did while the alarm stood unacknowledged. */
async function tellSteps(db: Tx, alarm: StandingAlarms['escalated'], reached: Reached): Promise<void> {
  const { id: alarmId, companyId, deviceId } = alarm;
  const after = (minutes: number) => new Date(Date.parse(alarm.raisedAt) + minutes * minuteMs).toISOString();
  await db.insert(alarmTellings).values({ companyId, alarmId, step: 4, startedAt: after(0), nextAt: null });
  const { nickname } = (
    await db.raw<{ nickname: string }>('select nickname from devices where id = $1', [deviceId])
  )[0]!;
  for (const { minutes, step, target, accountId, channel } of messagesTo(reached)) {
    const [id, at] = [newId(), after(minutes)];
    const isMail = channel === 'MAIL';
    await db.insert(alarmDeliveries).values({
      id,
      companyId,
      alarmId,
      accountId,
      channel,
      step,
      round: 0,
      repetition: 0,
      rule: { kind: 'STEP', policy: policyName, step: step - 1, target },
      state: isMail ? 'GAVE_UP' : 'SENT',
      reason: isMail ? 'NO_ADDRESS' : '',
      dueAt: at,
      createdAt: at,
    });
    if (isMail) continue;
    await db.insert(notices).values({
      id: newId(),
      companyId: target === 'PARENT' ? reached.providerId : companyId,
      accountId,
      kind: 'device',
      deviceId,
      aboutKind: 'device',
      aboutId: deviceId,
      alarmId,
      occasion: `alarm/${id}`,
      createdAt: at,
      template: 'alarmWaits',
      params: { name: nickname, alarm: `${alarm.code} ${alarm.text}`, span: minutes },
    });
  }
}

async function suppress(db: Tx, now: Date, companyIds: Record<CompanyKey, string>): Promise<void> {
  for (const { company, username, code, days, setDaysAgo, reason } of suppressions) {
    const { id: byId } = await accountOf(db, username);
    const at = new Date(now.getTime() - setDaysAgo * dayMs);
    await db.insert(alarmSettings).values({
      companyId: companyIds[company],
      code,
      push: 'OFF',
      pushOffUntil: new Date(at.getTime() + days * dayMs).toISOString(),
      pushOffReason: reason,
      pushChangedAt: at.toISOString(),
      pushChangedById: byId,
      updatedAt: at.toISOString(),
      updatedById: byId,
      updatedBy: username,
    });
  }
}
