import {
  builtInNotices,
  type NoticeRules,
  type NoticeSetting,
  type ShownTelling,
  type Telling,
} from '@sweepline/contract';
import { and } from 'drizzle-orm';
import { accountName } from '../../../entities/people/account-names.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import {
  noticeChoicesOf,
  rulesOf,
  type CompanyChoices,
} from '../../../entities/people/notice-setting-service.ts';
import { roles } from '../../../entities/people/role-table.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { inValues, visible } from '../../../platform/db/page.ts';

interface Company {
  id: string;
  name: string;
}
type Names = Map<string, string>;

/** The names of the receivers that the caller sees. */
async function namesOf(db: Tx, tellings: readonly Telling[]): Promise<Names> {
  const accountIds = tellings.flatMap((telling) => telling.accountIds);
  const roleIds = tellings.flatMap((telling) => telling.roleIds);
  const rows = await Promise.all([
    db
      .select({ id: accounts.id, name: accountName })
      .from(accounts)
      .where(and(visible(db, accounts), inValues(accounts.id, accountIds))),
    db
      .select({ id: roles.id, name: roles.name })
      .from(roles)
      .where(and(visible(db, roles), inValues(roles.id, roleIds))),
  ]);
  return new Map(rows.flat().map(({ id, name }) => [id, name]));
}

function shown({ to, accountIds, roleIds, channels }: Telling, names: Names): ShownTelling {
  const named = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    });
  const [accountNames, roleNames] = [named(accountIds), named(roleIds)];
  const others = accountIds.length + roleIds.length - accountNames.length - roleNames.length;
  return { to, accounts: accountNames, roles: roleNames, others, channels };
}

const withNames = (rules: NoticeRules, names: Names) => ({
  ...rules,
  runTelling: shown(rules.runTelling, names),
  connectionTelling: shown(rules.connectionTelling, names),
});

const fields = Object.keys(builtInNotices) as (keyof NoticeRules)[];

function settingOf({ id, name }: Company, { above, own }: CompanyChoices, names: Names): NoticeSetting {
  const inherited = withNames(rulesOf(above), names);
  const ownRules = withNames(rulesOf(own ? [own] : []), names);
  // A field without a choice is null, as in the row.
  const choices = fields.map((field) => [field, own?.[field] == null ? null : ownRules[field]]);
  return {
    id,
    companyName: name,
    own: Object.fromEntries(choices) as NoticeSetting['own'],
    inherited,
    version: own?.version ?? 0,
    updatedAt: own?.updatedAt ?? null,
    updatedBy: own?.updatedBy ?? null,
  };
}

/** The settings of these companies, as the caller may see them: receivers of companies outside the tenant scope are only counted. */
export async function settingsOf(db: Tx, rows: readonly Company[]): Promise<NoticeSetting[]> {
  const choices = await noticeChoicesOf(
    db,
    rows.map(({ id }) => id),
  );
  const tellings = [...choices.values()].flatMap(({ above, own }) =>
    [...above, ...(own ? [own] : [])].flatMap((row) =>
      [row.runTelling ?? [], row.connectionTelling ?? []].flat(),
    ),
  );
  const names = await namesOf(db, tellings);
  return rows.map((company) => settingOf(company, choices.get(company.id)!, names));
}
