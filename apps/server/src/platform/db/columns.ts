import { getTableName, sql } from 'drizzle-orm';
import {
  customType,
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

/** The database role of the server: it owns nothing and cannot bypass row-level security. The migrator creates it. */
export const appRole = pgRole('sweepline_app').existing();

/** The setting that names the companies a transaction may touch: ids joined by commas, or `*`. */
const scopeSetting = 'sweepline.companies';

/** The setting that names the request of a transaction; without it the audit records no row change. */
export const requestSetting = 'sweepline.request';

/**
 * The RLS policy of company data; `visible` is the first check of the tenant scope. The sub-selects make PostgreSQL read the
 * setting once per query and look up each row's company in a hash: an agent may have thousands of companies below it. Without a
 * scope the setting is null or empty and no row is visible.
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

/** The RLS policy of tables without a company: only work of the program itself, with the scope `*`, reads or writes them. */
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

interface InheritedRows {
  only?: string;
  reader?: string;
}

/**
 * A second policy for settings that companies inherit: a row can be read, and only read, by the companies below its own. The paths in
 * `companies` name those above. An answer that contains such a row must not name accounts of the company above.
 * `only` is a condition in SQL for the rows that are published, `reader` one for the companies that read them.
 */
export const inheritedPolicy = (companies: PgTable, { only, reader }: InheritedRows = {}) =>
  pgPolicy('inherited_read', {
    as: 'permissive',
    for: 'select',
    to: appRole,
    using: sql.raw(
      `${only ? `${only} and ` : ''}"company_id" in (select unnest(string_to_array(trim(trailing '/' from path), '/'))::uuid from ${getTableName(companies)} where id in (select unnest(string_to_array(nullif(nullif(current_setting('${scopeSetting}', true), '*'), ''), ',')::uuid[]))${reader ? ` and ${reader}` : ''})`,
    ),
  });

/** Columns of every table whose rows belong to one company. */
export const owned = {
  id: uuid().primaryKey().$defaultFn(newId),
  companyId: uuid('company_id').notNull(),
};
export type OwnedTable = PgTable & { id: PgColumn; companyId: PgColumn };

type Columns = Record<string, PgColumnBuilderBase>;

/** A table of company data: the `owned` columns, `columns`, and the RLS policy. */
export const ownedTable = <N extends string, C extends Columns>(
  name: N,
  columns: C,
  extras: (table: BuildExtraConfigColumns<N, typeof owned & C, 'pg'>) => PgTableExtraConfigValue[] = () => [],
) => pgTable(name, { ...owned, ...columns }, (table) => [tenantPolicy(), ...extras(table)]);

/** A column of type `bytea`. */
export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A column of type `timestamptz`, read as an ISO string with milliseconds and `Z`. */
export const moment = (name?: string) => {
  const config = { withTimezone: true, mode: 'string', precision: 3 } as const;
  return name === undefined ? timestamp(config) : timestamp(name, config);
};
