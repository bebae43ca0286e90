import { and, desc, eq, gt, inArray, lte, or, type SQL } from 'drizzle-orm';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { notices } from '../../../entities/people/notice-table.ts';
import { warningDays, warningDue } from './activation-code-rules.ts';
import { activationCodes } from './activation-code-table.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';

const dayMs = 24 * 3_600_000;
const minuteMs = 60_000;
const companyAdmin = 2;

interface Ending {
  id: string;
  companyId: string;
  name: string;
  until: string;
  step: number;
}

/** Robots whose use ends within the first warning step, each with the step that is due. */
async function readEnding(tx: Tx, now: Date): Promise<Ending[]> {
  const horizon = new Date(now.getTime() + Math.max(...warningDays) * dayMs).toISOString();
  const { id, companyId, nickname, sn, usableUntil, binding } = devices;
  const rows = await tx
    .select({ id, companyId, nickname, sn, usableUntil })
    .from(devices)
    .where(
      and(
        gt(usableUntil, now.toISOString()),
        lte(usableUntil, horizon),
        inArray(binding, ['ACTIVATED', 'FREEZING', 'FROZEN', 'UNFREEZING']),
      ),
    );
  return rows.flatMap(({ usableUntil: until, ...row }) => {
    const step = until ? warningDue(until, now) : undefined;
    return until && step !== undefined ? { ...row, name: row.nickname || row.sn, until, step } : [];
  });
}

const enabled = (where: SQL | undefined) => and(eq(accounts.disabled, false), where);

/**
 * The recipients per robot: the recipient of its code, the administrators of its company, and the sales and FAE of the
 * company.
 */
async function readRecipients(tx: Tx, ending: readonly Ending[]): Promise<Map<string, Set<string>>> {
  const deviceIds = ending.map(({ id }) => id);
  const companyIds = [...new Set(ending.map(({ companyId }) => companyId))];
  const codeRecipients = await tx
    .selectDistinctOn([activationCodes.deviceId], {
      deviceId: activationCodes.deviceId,
      accountId: accounts.id,
    })
    .from(activationCodes)
    .leftJoin(accounts, enabled(eq(accounts.id, activationCodes.noticeToId)))
    .where(inValues(activationCodes.deviceId, deviceIds))
    .orderBy(activationCodes.deviceId, desc(activationCodes.usedAt));
  const responsible = await tx
    .select({ companyId: companies.id, accountId: accounts.id })
    .from(companies)
    .innerJoin(
      accounts,
      enabled(
        or(
          and(eq(accounts.companyId, companies.id), eq(accounts.roleType, companyAdmin)),
          eq(accounts.id, companies.salesId),
          eq(accounts.id, companies.faeId),
        ),
      ),
    )
    .where(inValues(companies.id, companyIds));
  const ofCompany = Map.groupBy(responsible, (row) => row.companyId);
  const ofCode = new Map(codeRecipients.map(({ deviceId, accountId }) => [deviceId, accountId]));
  return new Map(
    ending.map(({ id, companyId }) => {
      const people = (ofCompany.get(companyId) ?? []).map(({ accountId }) => accountId);
      const codeRecipient = ofCode.get(id);
      return [id, new Set(codeRecipient ? [codeRecipient, ...people] : people)];
    }),
  );
}

/**
 * Sends the notices that are due. The occasion of a notice is unique, so a restart or a second process sends none
 * twice.
 */
export async function sendExpiryNotices(db: Db, bus: Bus, now: Clock): Promise<void> {
  await inScope(db, '*', async (tx) => {
    const at = now();
    const ending = await readEnding(tx, at);
    if (ending.length === 0) return;
    const recipients = await readRecipients(tx, ending);
    const due = ending.flatMap((device) =>
      // Without recipients the notice goes to all who see the company.
      [...(recipients.get(device.id)?.size ? recipients.get(device.id)! : [undefined])].map((accountId) => ({
        device,
        accountId,
        occasion: `use-ends/${device.id}/${device.until}/${device.step}/${accountId ?? 'company'}`,
      })),
    );
    const sent = await tx
      .select({ occasion: notices.occasion })
      .from(notices)
      .where(
        inValues(
          notices.occasion,
          due.map(({ occasion }) => occasion),
        ),
      );
    const sentOccasions = new Set(sent.map(({ occasion }) => occasion));
    for (const { device, accountId, occasion } of due) {
      if (sentOccasions.has(occasion)) continue;
      const { id, companyId, name, until } = device;
      const span = Math.ceil((Date.parse(until) - at.getTime()) / dayMs) * (dayMs / minuteMs);
      await notify(tx, bus, now, {
        kind: 'device',
        companyId,
        deviceId: id,
        about: { kind: 'device', id },
        occasion,
        template: 'useEnds',
        params: { name, span },
        ...(accountId && { accountId }),
      });
    }
  });
}

export const expiryNoticeJob = (db: Db, bus: Bus, now: Clock): Job => ({
  name: 'codes.notifyExpiry',
  everySeconds: 3_600,
  run: () => sendExpiryNotices(db, bus, now),
});
