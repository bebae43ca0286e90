import {
  permissions,
  type DeliveryRule,
  type EscalationTarget,
  type NoticeChannel,
} from '@sweepline/contract';
import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { AccountWithRole } from '../../../entities/people/account-service.ts';
import { idsOf } from '../../../entities/people/company-rules.ts';
import { companies } from '../../../entities/people/company-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues } from '../../../platform/db/page.ts';
import { receiverOf, receiversOf } from '../../people/notices/receiver-service.ts';

/** One receiver of an alarm and the rule that names it. Without an account, all who may see the company above. */
export interface Recipient {
  account: AccountWithRole['account'] | null;
  channel: NoticeChannel;
  rule: DeliveryRule;
}

type RuleOf = Omit<DeliveryRule, 'target'>;

/** The technical support that is linked to the nearest company. */
async function faeOf(tx: Tx, path: string): Promise<string | null> {
  const [row] = await tx
    .select({ faeId: companies.faeId })
    .from(companies)
    .where(and(inValues(companies.id, idsOf(path)), isNotNull(companies.faeId)))
    .orderBy(desc(sql`length(${companies.path})`))
    .limit(1);
  return row?.faeId ?? null;
}

async function accountsOf(tx: Tx, company: { id: string; path: string }, target: EscalationTarget) {
  if (target.kind === 'ACCOUNT' || target.kind === 'ROLE') {
    const ids = { accountIds: [] as string[], roleIds: [] as string[] };
    (target.kind === 'ACCOUNT' ? ids.accountIds : ids.roleIds).push(target.id);
    return await receiversOf(tx, ids, company.id, permissions.alarmList);
  }
  const faeId = await faeOf(tx, company.path);
  const fae = faeId === null ? undefined : await receiverOf(tx, faeId, company.id, permissions.alarmList);
  return fae ? [fae] : [];
}

/**
 * Those whom targets reach for a company's robots now: each account once per channel, by the first rule that names it. The
 * transaction sees all companies.
 */
export async function audienceOf(
  tx: Tx,
  companyId: string,
  targets: readonly EscalationTarget[],
  channels: readonly NoticeChannel[],
  rule: RuleOf,
): Promise<Recipient[]> {
  const [company] = await tx
    .select({ id: companies.id, path: companies.path, parentId: companies.parentId })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!company) return [];
  const found = new Map<string, Recipient>();
  for (const target of targets) {
    const accounts =
      target.kind === 'PARENT'
        ? [null]
        : (await accountsOf(tx, company, target)).map(({ account }) => account);
    if (target.kind === 'PARENT' && company.parentId === null) continue;
    for (const account of accounts)
      for (const channel of channels) {
        // No account above is named, so there is no address for a mail.
        if (account === null && channel === 'MAIL') continue;
        const key = `${account?.id ?? ''} ${channel}`;
        if (!found.has(key)) found.set(key, { account, channel, rule: { ...rule, target: target.kind } });
      }
  }
  return [...found.values()];
}
