import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';

// The telemetry of robots, and the column by which Citus distributes it (docs/decisions/0079-telemetry-on-citus.md).
const distributedBy: Record<string, string> = {
  device_history: 'company_id',
  device_events: 'company_id',
  run_paths: 'company_id',
  journal_ids: 'device_id',
};

// The other tables of robots stay on the coordinator.
const reasons = {
  /** They grow with the robots and not with time. */
  perRobot: `device_live device_documents device_sections section_conflicts device_maps device_relocations device_shares
    control_grants control_passwords device_certificates online_marks profile_uses rollout_devices voice_uses voice_rollout_devices device_jobs told_outages fault_codes
    maintenance_dues`,
  /** Tens of rows for each robot and day. Calls, links and other tables name a row by its id alone. */
  records: `runs task_reports report_facts device_days online_days start_facts start_days run_facts run_days alarm_facts alarm_days battery_hours zone_cleanings api_events alarms commands notices notice_mails tasks schedules schedule_starts
    work_orders maintenance_records map_versions device_versions device_uploads drive_sessions video_sessions video_views video_snapshots attached_snapshots video_recordings live_logs shell_sessions
    device_logs file_transfers ota_records setting_changes elevator_rides ai_images`,
  /** Written by people, a few in the life of a robot. */
  custody: `ota_whitelists activation_codes device_custody device_resales ai_project_devices device_unbindings warranty_changes elevator_devices`,
  /** The company or the device is unknown in some rows; the number of rows is limited for each robot or by the total. */
  unknownSender: `dead_letters connection_refusals waiting_reports`,
};
const whole = Object.values(reasons).flatMap((names) => names.split(/\s+/));

let database: TestDatabase;
beforeAll(async () => {
  database = await makeDatabase();
});
afterAll(() => database?.close());

test('each table with rows of robots is distributed or stays whole for a reason', async () => {
  const tables = await database.asOwner(
    (sql) => sql<{ name: string }[]>`
      select distinct c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and (a.attname in ('device_id', 'run_id') or c.relname in ('device_live', 'runs'))`,
  );
  const listed = [...Object.keys(distributedBy), ...whole];
  expect(listed.toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
});

test('the distribution column of a table is never null and is part of its keys and unique indexes', async () => {
  for (const [table, column] of Object.entries(distributedBy)) {
    const [attribute] = await database.asOwner(
      (sql) => sql`select attnotnull as set, attnum as number from pg_attribute
        where attrelid = ${table}::regclass and attname = ${column}`,
    );
    expect(attribute, `${table}.${column}`).toMatchObject({ set: true });
    const without = await database.asOwner(
      (sql) => sql`select indexrelid::regclass as name from pg_index
        where indrelid = ${table}::regclass and indisunique and not ${attribute!['number'] as number} = any(indkey)`,
    );
    expect([...without], table).toEqual([]);
  }
});

test('the listing for Citus distributes these tables, and leaves none of their triggers and policies', async (context) => {
  if (inject('citusWorkers').length > 0) context.skip('the listing has run on this database');
  const listing = readFileSync(join(import.meta.dirname, '../../../../docs/citus/distribute.sql'), 'utf8');
  const distributed = [...listing.matchAll(/^select create_distributed_table\('(\w+)', '(\w+)'/gm)];
  expect(Object.fromEntries(distributed.map(([, table, column]) => [table, column]))).toEqual(distributedBy);
  const dropped = [...listing.matchAll(/^drop (trigger|policy) (\w+) on (\w+);/gm)].map(
    ([, kind, name, table]) => `${kind} ${name} on ${table}`,
  );
  const present = await database.asOwner(
    (sql) => sql<{ name: string }[]>`
      select format('trigger %s on %s', tgname, tgrelid::regclass) as name from pg_trigger
      where not tgisinternal and tgrelid::regclass::text = any(${Object.keys(distributedBy)})
      union select format('policy %s on %s', policyname, tablename) from pg_policies
      where tablename = any(${Object.keys(distributedBy)})`,
  );
  expect(dropped.toSorted()).toEqual(present.map(({ name }) => name).toSorted());
});
