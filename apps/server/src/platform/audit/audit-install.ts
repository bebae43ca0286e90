import { readFileSync } from 'node:fs';
import type { Sql } from 'postgres';
import { appRole } from '../db/columns.ts';
import { unaudited } from './unaudited-tables.ts';

const functions = readFileSync(new URL('audit.sql', import.meta.url), 'utf8');
const appendOnly = ['audit_entries', 'audit_changes', 'audit_seals', 'audit_anchors'];

/**
 * Installs the triggers, functions and rights of the audit as the owner. May be run again at every start. A trigger that exists is
 * left as it is: creating it again would wait for the writes of the servers that run, and could end in a deadlock with them.
 */
export async function installAudit(owner: Sql): Promise<void> {
  await owner.unsafe(functions);
  for (const trigger of ownTriggers)
    if (!(await hasTrigger(owner, trigger))) await owner.unsafe(trigger.statement);
  await owner.unsafe(rights(appRole.name));
  for (const table of await tablesToWatch(owner)) await owner.unsafe(watchTrigger(table));
  for (const table of await tablesToUnwatch(owner)) await owner`drop trigger audit_change on ${owner(table)}`;
}

const keepTrigger = (table: string) => ({
  name: 'audit_keep',
  table,
  statement: `create trigger audit_keep before update or delete on ${table} for each row execute function audit_keep()`,
});
const awaitSealTrigger = (table: string, kind: 'entry' | 'change') => ({
  name: 'audit_await_seal',
  table,
  statement: `create trigger audit_await_seal after insert on ${table}
    referencing new table as added for each statement execute function audit_await_seal('${kind}')`,
});
const ownTriggers = [
  ...appendOnly.map(keepTrigger),
  awaitSealTrigger('audit_entries', 'entry'),
  awaitSealTrigger('audit_changes', 'change'),
];

const hasTrigger = async (owner: Sql, { name, table }: (typeof ownTriggers)[number]) =>
  (await owner`select from pg_trigger where tgname = ${name} and tgrelid = ${table}::regclass`).length > 0;

// The condition is checked before the trigger runs: telemetry belongs to no request and costs almost nothing.
const watchTrigger = (table: string) =>
  `create trigger audit_change after insert or update or delete on "${table}" for each row
    when (coalesce(current_setting('sweepline.request', true), '') <> '') execute function audit_row_change()`;

const rights = (role: string) => `
  revoke all on audit_pending, audit_seals, audit_anchors, audit_changes from ${role};
  revoke update, delete on audit_entries from ${role};
  grant select on audit_pending, audit_seals, audit_anchors, audit_changes to ${role};
  revoke execute on function audit_row_change(), audit_await_seal(), audit_keep() from public, ${role}`;

const tablesToWatch = async (owner: Sql) =>
  (
    await owner<{ name: string }[]>`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> all (${unaudited as string[]})
        and not exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_change')`
  ).map(({ name }) => name);

const tablesToUnwatch = async (owner: Sql) =>
  (
    await owner<{ name: string }[]>`
      select c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where t.tgname = 'audit_change' and c.relname = any (${unaudited as string[]})`
  ).map(({ name }) => name);
