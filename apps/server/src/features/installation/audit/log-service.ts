import { errors, type auditCalls, type AuditRow, type Input, type Lang, isKeyOf } from '@sweepline/contract';
import { and, desc, eq, gte, ilike, isNotNull, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm';
import { auditSeals } from '../../../platform/audit/audit-chain-table.ts';
import { auditEntries } from '../../../platform/audit/audit-table.ts';
import { allRoles } from '../../../platform/audit/audit.ts';
import { paginateTable, type Draft, type PageInput } from '../../../platform/db/paginate.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { contains, visible } from '../../../platform/db/page.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { actionText } from './words-service.ts';

export type AuditFilters = Partial<Omit<Input<typeof auditCalls.list>, 'page' | 'pageSize' | 'enablePage'>>;

/** Condition of the filters on the visible entries. */
export function auditFilter(db: Tx, input: AuditFilters): SQL | undefined {
  const { keyword, accountId, companyId, action, kind, recordId, result, address, from, to } = input;
  const text = keyword && contains(keyword);
  return and(
    visible(db, auditEntries),
    accountId ? eq(auditEntries.accountId, accountId) : undefined,
    companyId
      ? or(eq(auditEntries.companyId, companyId), eq(auditEntries.recordCompanyId, companyId))
      : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    kind ? sql`starts_with(${auditEntries.action}, ${`${kind}.`})` : undefined,
    recordId ? eq(auditEntries.recordId, recordId) : undefined,
    result === 'done' ? isNull(auditEntries.reason) : undefined,
    result === 'refused' ? isNotNull(auditEntries.reason) : undefined,
    address ? eq(auditEntries.address, address) : undefined,
    from ? gte(auditEntries.at, from) : undefined,
    to ? lte(auditEntries.at, to) : undefined,
    text ? or(ilike(auditEntries.accountName, text), ilike(auditEntries.recordName, text)) : undefined,
  );
}

/** Entries of the system log: no refusals, and no entries without a call, such as personal read marks. */
export const doneOnly = and(isNull(auditEntries.reason), ne(auditEntries.call, ''));

const columns = {
  entry: auditEntries,
  nickname: accounts.nickname,
  companyName: companies.name,
  recordCompanyName: sql<
    string | null
  >`(select name from ${companies} c where c.id = ${auditEntries.recordCompanyId})`,
  seal: { seq: auditSeals.seq, hash: auditSeals.hash, at: auditSeals.sealedAt },
};

/** Entries with the current names of accounts and companies, and their seal in the chain. */
export const logRows = (db: Draft, from = auditEntries) =>
  db
    .select(columns)
    .from(from)
    .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
    .leftJoin(companies, eq(companies.id, auditEntries.companyId))
    .leftJoin(auditSeals, eq(auditSeals.itemId, auditEntries.id))
    .$dynamic();
type Row = Awaited<ReturnType<typeof logRows>>[number];

/** One page of entries, newest first. */
export const logPage = (db: Tx, where: SQL | undefined, input: PageInput) =>
  paginateTable(db, {
    table: auditEntries,
    rows: logRows,
    where,
    input,
    orderBy: [desc(auditEntries.at), desc(auditEntries.id)],
  });

/** Text in place of a role name for super admins. */
const allRolesText: Record<Lang, string> = {
  en: 'Super admin',
  'zh-cn': '超级管理员',
  'zh-cw': '超級管理員',
  ja: 'スーパー管理者',
  ko: '최고 관리자',
  ge: 'Superadministrator',
};

const reasonText = (reason: string | null, lang: Lang) => {
  if (reason === null || reason === 'interrupted') return '';
  const error = isKeyOf(errors, reason) ? errors[reason] : undefined;
  // The values of placeholders are not stored with the entry.
  return error ? error.texts[lang].replace(/\s*\{\w+\}/g, ' …') : reason;
};

/** An entry in the form of the contract and the language of the reader. */
export function auditRowOf(
  { entry, nickname, companyName, recordCompanyName, seal }: Row,
  lang: Lang,
): AuditRow {
  return {
    id: entry.id,
    at: entry.at,
    account: { id: entry.accountId, username: entry.accountName, nickname: nickname ?? '' },
    companyName: companyName ?? '',
    action: actionText(entry.action ?? entry.call, lang),
    kind: entry.action?.split('.')[0] ?? '',
    record: entry.recordId ? { id: entry.recordId, name: entry.recordName ?? '' } : null,
    address: entry.address,
    role: entry.accountRole === allRoles ? allRolesText[lang] : (entry.accountRole ?? ''),
    recordCompanyName,
    call: entry.call,
    result: entry.reason === null ? 'done' : 'refused',
    code: entry.code,
    reason: reasonText(entry.reason, lang),
    requestId: entry.requestId,
    durationMs: entry.durationMs,
    sealed: seal,
  };
}
