import { sql } from 'drizzle-orm';
import {
  pgPolicy,
  pgRole,
  pgTable,
  timestamp,
  uuid,
  type PgColumn,
  type PgTable,
  type PgTableExtraConfigValue,
} from 'drizzle-orm/pg-core';
import type { BuildExtraConfigColumns } from 'drizzle-orm';
import type { PgColumnBuilderBase } from 'drizzle-orm/pg-core';
import { newId } from '../runtime/ids.ts';

/** The role the server works as: it owns nothing and cannot step over row-level security. Made by the migrator. */
export const appRole = pgRole('sweepline_app').existing();

/** The setting that names the companies a transaction may touch: ids joined by commas, or `*`. */
export const scopeSetting = 'sweepline.companies';

/** The setting that says for which request a transaction works; without it no change of a row is recorded. */
export const requestSetting = 'sweepline.request';

/**
 * The second wall between companies. The sub-selects make PostgreSQL read the setting once per query, not once per row, and look
 * each row's company up in a hash: an agent may have thousands of companies below it. Without a scope the setting is null or empty
 * and no row is seen.
 */
export const tenantPolicy = (column = 'company_id') => {
  const within = sql.raw(
    `(select current_setting('${scopeSetting}', true)) = '*' or "${column}" in (select unnest(string_to_array(nullif(nullif(current_setting('${scopeSetting}', true), '*'), ''), ',')::uuid[]))`,
  );
  return pgPolicy('tenant_scope', {
    as: 'permissive',
    for: 'all',
    to: appRole,
    using: within,
    withCheck: within,
  });
};

/** The wall around what belongs to no company: only what the program itself does, over all companies, reads or writes it. */
export const programPolicy = () => {
  const everywhere = sql.raw(`(select current_setting('${scopeSetting}', true)) = '*'`);
  return pgPolicy('tenant_scope', {
    as: 'permissive',
    for: 'all',
    to: appRole,
    using: everywhere,
    withCheck: everywhere,
  });
};

/** Columns of every table whose rows belong to one company. */
export const owned = {
  id: uuid().primaryKey().$defaultFn(newId),
  companyId: uuid('company_id').notNull(),
};
export type OwnedTable = PgTable & { id: PgColumn; companyId: PgColumn };

type Columns = Record<string, PgColumnBuilderBase>;

/** A table of company data: `owned` columns, the given ones, and the fence. */
export const ownedTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extras: (table: BuildExtraConfigColumns<N, typeof owned & C, 'pg'>) => PgTableExtraConfigValue[] = () => [],
) => pgTable(name, { ...owned, ...columns }, (table) => [tenantPolicy(), ...extras(table)]);

/** A moment: `timestamptz`, read as an ISO string with milliseconds and `Z`. */
export const moment = (name?: string) => {
  const config = { withTimezone: true, mode: 'string', precision: 3 } as const;
  return name === undefined ? timestamp(config) : timestamp(name, config);
};
