-- Fences of the servers of an installation. A server takes its key shared in every transaction that writes about robots, and
-- `stop_writes_of` ends the transactions that hold the key of an ended server.

create or replace function server_key(server uuid) returns bigint
  language sql immutable
  return hashtextextended(server::text, 7353212);

-- Fails unless the server may write about robots and has given none away since it named this epoch. Each statement of a
-- volatile function sees what is committed when it begins, so the check sees what was committed before the key was taken.
create or replace function hold_ownership(server uuid, held bigint) returns void
  language plpgsql volatile
as $$
begin
  perform pg_advisory_xact_lock_shared(server_key(server));
  if not exists (select from servers where id = server and ended_at is null and epoch = held) then
    raise exception 'server % does not own these robots any more', server using errcode = 'SL001';
  end if;
end $$;

-- Ends the transactions of an ended server. Returns how many connections it closed. As the owner, because a connection may be
-- ended only by the user that opened it.
create or replace function stop_writes_of(ended uuid) returns int
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  key bigint := server_key(ended);
  closed int;
begin
  if not exists (select from servers where id = ended and ended_at is not null) then
    raise exception 'server % has not ended', ended;
  end if;
  select count(*) filter (where pg_terminate_backend(pid)) into closed from pg_locks
  where locktype = 'advisory' and granted and objsubid = 1 and pid <> pg_backend_pid()
    and database = (select oid from pg_database where datname = current_database())
    and classid = ((key >> 32) & 4294967295)::oid and objid = (key & 4294967295)::oid;
  return closed;
end $$;
revoke execute on function stop_writes_of(uuid) from public;
