import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompany } from '../entities/people/company-service.ts';
import { inScope } from '../platform/db/db.ts';
import { newId } from '../platform/runtime/ids.ts';
import { createPartitions } from '../robots/care/telemetry-partitions.ts';
import { makeDatabase, type TestDatabase } from '../test-kit/database.ts';

// The telemetry of robots, and the column by which Citus distributes it (docs/decisions/0046-history-partitions.md).
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
    control_grants control_passwords device_certificates online_marks profile_uses rollout_devices device_jobs told_outages fault_codes
    maintenance_dues`,
  /** Tens of rows for each robot and day. Calls, links and other tables name a row by its id alone. */
  records: `runs task_reports report_facts device_days online_days start_facts start_days run_facts run_days alarm_facts alarm_days battery_hours zone_cleanings alarms commands notices notice_mails tasks schedules schedule_starts
    work_orders maintenance_records map_versions device_versions device_uploads drive_sessions video_sessions video_views video_snapshots attached_snapshots video_recordings live_logs shell_sessions
    device_logs file_transfers ota_records setting_changes`,
  /** Written by people, a few in the life of a robot. */
  custody: `ota_whitelists activation_codes device_custody device_resales device_unbindings warranty_changes`,
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

test('a distributed table keeps its partitions, its keys and its policies', async (context) => {
  const [citus] = await database.asOwner(
    (sql) => sql`select from pg_available_extensions where name = 'citus'`,
  );
  if (!citus) context.skip('Citus is not installed in this PostgreSQL');
  await database.asOwner(async (sql) => {
    await sql`create extension citus`;
    for (const [table, column] of Object.entries(distributedBy))
      await sql`select create_distributed_table(${table}, ${column})`;
  });
  const [ours, theirs, deviceId] = [newId(), newId(), newId()];
  const now = () => new Date();
  await inScope(database.db, '*', async (tx) => {
    for (const id of [ours, theirs])
      await createCompany(tx, now, 'test', { id, name: id, type: 0, parentId: null });
    await createPartitions(tx, now);
    for (const companyId of [ours, theirs])
      await tx.raw(
        `insert into device_history (company_id, device_id, at, alarm_level) values ($1, $2, now(), 0)`,
        [companyId, deviceId],
      );
  });
  const rows = await inScope(database.db, [ours], (tx) => tx.raw('select company_id from device_history'));
  expect(rows).toEqual([{ company_id: ours }]);
  const msgId = newId();
  const store = () =>
    inScope(database.db, '*', (tx) =>
      tx.raw('insert into journal_ids values ($1, $2, now()) on conflict do nothing returning 1', [
        deviceId,
        msgId,
      ]),
    );
  expect(await store()).toHaveLength(1);
  expect(await store()).toHaveLength(0);
});
