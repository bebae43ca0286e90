import type { TopicAddress } from '@sweepline/contract/robot';
import { isDue, type Clock } from '../../platform/runtime/clock.ts';
import type { Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { createWriteBehind } from '../../platform/runtime/write-behind.ts';
import type { Log } from '../gateway-options.ts';
import { getTableName } from 'drizzle-orm';
import { deviceRequests, type RequestDeclaration } from '../../entities/devices/device-request-table.ts';
import { devices } from '../../entities/devices/device-table.ts';

/** Enough for a user to review; invented names must not fill memory or the table. */
const maxRows = 200;
const everyMs = 2_000;
/** Messages of a device between two writings of which the declaration is read. */
const maxRead = 20;

interface UnregisteredDevice {
  address: TopicAddress;
  firstMs: number;
  lastMs: number;
  count: number;
  declaration?: RequestDeclaration | undefined;
}

/** Unregistered devices that send messages, for a user to accept: counted in memory, written in batches. */
export function createDeviceRequests(db: Db, now: Clock, log: Log) {
  let unwritten = new Map<string, UnregisteredDevice>();
  let writtenMs = 0;

  const queue = createWriteBehind<UnregisteredDevice>({
    name: 'device-requests',
    db,
    log,
    maxQueued: maxRows,
    collect: () => {
      const waiting = unwritten.values();
      unwritten = new Map();
      return waiting;
    },
    write: async (tx, waiting) => {
      await tx.raw(upsert, [JSON.stringify(mergeByDevice(waiting).map(rowOf))]);
      await tx.raw(trim, [maxRows]);
    },
  });

  return {
    /** `read` reads what the message says of the device. It costs more than counting, so it is called a few times only. */
    note(address: TopicAddress, read: () => RequestDeclaration | undefined): void {
      const key = keyOf(address);
      const lastMs = now().getTime();
      const entry = unwritten.get(key) ?? { address, firstMs: lastMs, lastMs, count: 0 };
      if (entry.count === 0 && unwritten.size >= maxRows) return;
      const part = entry.count < maxRead ? read() : undefined;
      const declaration = part ? { ...entry.declaration, ...part } : entry.declaration;
      unwritten.set(key, { ...entry, address, lastMs, count: entry.count + 1, declaration });
    },
    tick(nowMs: number): void {
      if (unwritten.size === 0 || !isDue(writtenMs, nowMs, everyMs)) return;
      writtenMs = nowMs;
      void queue.flush();
    },
    flush: queue.flush,
  };
}
export type DeviceRequests = ReturnType<typeof createDeviceRequests>;

const keyOf = ({ manufacturer, serialNumber }: TopicAddress) => `${manufacturer}/${serialNumber}`;

/** Merges requeued entries with newer ones: a statement may not change a row twice. */
const mergeByDevice = (entries: readonly UnregisteredDevice[]): UnregisteredDevice[] =>
  [...Map.groupBy(entries, ({ address }) => keyOf(address)).values()].map((same) => ({
    ...same.at(-1)!,
    firstMs: same[0]!.firstMs,
    count: same.reduce((sum, { count }) => sum + count, 0),
    declaration: Object.assign({}, ...same.map(({ declaration }) => declaration)) as RequestDeclaration,
  }));

const rowOf = ({ address, firstMs, lastMs, count, declaration }: UnregisteredDevice) => ({
  id: newId(),
  manufacturer: address.manufacturer,
  sn: address.serialNumber,
  count,
  interface_name: address.interfaceName,
  protocol: address.major,
  first: new Date(firstMs).toISOString(),
  last: new Date(lastMs).toISOString(),
  declaration: declaration && Object.keys(declaration).length > 0 ? declaration : null,
});

/** A device that has just been registered is not added again by messages still in transit. */
const upsert = `
  insert into ${getTableName(deviceRequests)} (id, manufacturer, sn, interface_name, protocol, first_seen_at, last_seen_at, count,
    declaration)
  select it.id, it.manufacturer, it.sn, it.interface_name, it.protocol, it.first, it.last, it.count, it.declaration
  from jsonb_to_recordset($1::jsonb) as it(id uuid, manufacturer text, sn text, interface_name text, protocol text,
    first timestamptz, last timestamptz, count int, declaration jsonb)
  where not exists (select from ${getTableName(devices)} where lower(devices.sn) = lower(it.sn))
  on conflict (manufacturer, sn) do update set
    interface_name = excluded.interface_name,
    protocol = excluded.protocol,
    last_seen_at = greatest(device_requests.last_seen_at, excluded.last_seen_at),
    count = device_requests.count + excluded.count,
    declaration = coalesce(device_requests.declaration || excluded.declaration, excluded.declaration, device_requests.declaration)`;

/** Deletes those with the oldest last message. */
const trim = `
  delete from ${getTableName(deviceRequests)} where id in (
    select id from ${getTableName(deviceRequests)} order by last_seen_at desc, id desc offset $1)`;
