-- Distributes the telemetry of robots over the workers of a Citus cluster (docs/scale.md#citus). As the owner of the tables, on the
-- coordinator, once, when every server has this version: psql -v ON_ERROR_STOP=1 -f docs/citus/distribute.sql "$DATABASE_URL"
begin;

-- One after the other: a table and its partitions are distributed in one transaction.
set local citus.multi_shard_modify_mode = 'sequential';

-- The coordinator signs in to the workers as the role of the server.
alter role sweepline_app login;

-- A worker shows rows by the scope of the transaction and must learn it. Citus sends `set local` and not set_config.
create or replace function enter_scope(companies text) returns text language plpgsql
set citus.propagate_set_commands = 'local' as $$
begin
  execute format('set local sweepline.companies = %L', companies);
  return companies;
end $$;

-- A policy of a distributed table may have no subquery. The scope has ids of 36 characters, so an id is found whole or not at all.
drop policy tenant_scope on device_history;
create policy tenant_scope on device_history to sweepline_app
  using (current_setting('sweepline.companies', true) = '*' or strpos(current_setting('sweepline.companies', true), company_id::text) > 0);
drop policy tenant_scope on device_events;
create policy tenant_scope on device_events to sweepline_app
  using (current_setting('sweepline.companies', true) = '*' or strpos(current_setting('sweepline.companies', true), company_id::text) > 0);
drop policy tenant_scope on run_paths;
create policy tenant_scope on run_paths to sweepline_app
  using (current_setting('sweepline.companies', true) = '*' or strpos(current_setting('sweepline.companies', true), company_id::text) > 0);

-- A distributed table has no triggers. The functions that store events and samples count them instead.
drop trigger device_events_counted on device_events;
drop trigger device_events_changed on device_events;
drop trigger device_events_deleted on device_events;
drop trigger device_history_counted on device_history;

-- Called in queries of device_history, and so on the workers.
select create_distributed_function('battery_step(real, timestamptz, real, timestamptz)');

select create_distributed_table('device_history', 'company_id');
select create_distributed_table('device_events', 'company_id');
select create_distributed_table('run_paths', 'company_id');
-- May be left out: it is small, and without it durable messages need no worker.
select create_distributed_table('journal_ids', 'device_id', colocate_with => 'none');

commit;
