import { builtInNotices, type NoticeRules } from '@sweepline/contract';
import { eq, sql } from 'drizzle-orm';
import type { Tx } from '../../platform/db/db.ts';
import { inValues } from '../../platform/db/page.ts';
import { companies } from './company-table.ts';
import { noticeSettings, type NoticeSettingRow } from './notice-setting-table.ts';

const fields = Object.keys(builtInNotices) as (keyof NoticeRules)[];

/** The rules of these choices, the nearest company last: each field is the last choice, or else the built-in one. */
export function rulesOf(choices: readonly Partial<NoticeSettingRow>[]): NoticeRules {
  const rules: Record<string, unknown> = { ...builtInNotices };
  for (const choice of choices) for (const field of fields) rules[field] = choice[field] ?? rules[field];
  // Each field has the type of its column, which is the type of the rule.
  return rules as NoticeRules;
}

/** The choices that apply to a company. */
export interface CompanyChoices {
  /** Of the companies above it, from the provider down. */
  above: NoticeSettingRow[];
  own: NoticeSettingRow | undefined;
}

/** The choices of these companies and of those above them, by company. */
export async function noticeChoicesOf(
  tx: Tx,
  companyIds: readonly string[],
): Promise<Map<string, CompanyChoices>> {
  const found = new Map<string, CompanyChoices>(companyIds.map((id) => [id, { above: [], own: undefined }]));
  const rows = await tx
    .select({ id: companies.id, setting: noticeSettings })
    .from(companies)
    .innerJoin(
      noticeSettings,
      eq(
        noticeSettings.companyId,
        sql`any(string_to_array(trim(trailing '/' from ${companies.path}), '/')::uuid[])`,
      ),
    )
    .where(inValues(companies.id, companyIds))
    .orderBy(sql`strpos(${companies.path}, ${noticeSettings.companyId}::text)`);
  for (const { id, setting } of rows) {
    const choices = found.get(id)!;
    if (setting.companyId === id) choices.own = setting;
    else choices.above.push(setting);
  }
  return found;
}

/** The rules for robots of these companies, by company. */
export async function noticeRulesOf(
  tx: Tx,
  companyIds: readonly string[],
): Promise<Map<string, NoticeRules>> {
  const choices = await noticeChoicesOf(tx, [...new Set(companyIds)]);
  return new Map([...choices].map(([id, { above, own }]) => [id, rulesOf(own ? [...above, own] : above)]));
}
