import { Readable } from 'node:stream';
import type { Input, deviceFileCalls } from '@sweepline/contract';
import { and, asc, sql } from 'drizzle-orm';
import type { BytesAnswer } from '../../platform/http/bytes.ts';
import { csvLine, csvMark } from '../../platform/documents/csv.ts';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { inScope } from '../../platform/db/db.ts';
import { counted, visible, inValues } from '../../platform/db/page.ts';
import { wantedDevices } from './device-list.ts';
import { deviceRows, devicesOf } from './device-service.ts';
import { devices } from './device-table.ts';

type Wanted = Input<(typeof deviceFileCalls)['export']>;

const batch = 1000;
/** The first ones are those an import reads. */
const columns = [
  ...['sn', 'model', 'nickname', 'company', 'site', 'tags', 'manufacturer', 'hardware', 'iccid'],
  ...['software', 'binding', 'activatedAt', 'usableUntil', 'warrantyUntil', 'extendedUntil'],
  ...['state', 'lastSeenAt', 'mode', 'batteryPct', 'cleanWaterPct', 'dirtyWaterPct', 'dustBagPct'],
  ...[
    'network',
    'cleaningMode',
    'alarmLevel',
    'map',
    'x',
    'y',
    'group',
    'inventory',
    'useStatus',
    'usageType',
  ],
];

/** Batch after batch by name, in a scope of its own: no transaction stays open while somebody downloads slowly. */
async function* lines(ctx: Ctx, { ids, ...filters }: Wanted) {
  yield csvMark + csvLine(columns);
  let after: { nickname: string; id: string } | undefined;
  for (;;) {
    const rows = await inScope(
      ctx.services.db,
      ctx.account.scope,
      async (db) => {
        const found = await deviceRows(db)
          .where(
            and(
              wantedDevices(db, filters, ctx.now()),
              ids && inValues(devices.id, ids),
              after && sql`(${devices.nickname}, ${devices.id}) > (${after.nickname}, ${after.id}::uuid)`,
            ),
          )
          .orderBy(asc(devices.nickname), asc(devices.id))
          .limit(batch);
        return await devicesOf(db, found);
      },
      { readOnly: true },
    );
    for (const row of rows) yield csvLine(cellsOf(row));
    const last = rows.at(-1);
    if (rows.length < batch || !last) return;
    after = last;
  }
}

const cellsOf = ({ live, ...device }: Awaited<ReturnType<typeof devicesOf>>[number]) => [
  ...[device.sn, device.model, device.nickname, device.companyName, device.site?.name ?? null],
  ...[device.tags.join(';'), device.manufacturer, device.hardwareVersion, device.iccid],
  ...[device.softwareVersion, device.binding, device.activatedAt, device.usableUntil],
  ...[device.warranty?.until ?? null, device.warranty?.extendedUntil ?? null],
  ...[live.state, live.lastSeenAt, live.mode, live.soc],
  ...[live.cleanWaterPct, live.dirtyWaterPct, live.dustBagPct],
  ...[live.networkMode, live.cleaningMode, live.alarmLevel],
  ...[device.location?.mapName ?? null, device.location?.x ?? null, device.location?.y ?? null],
  ...[device.group?.name ?? null, device.inventory, device.useStatus, device.usageType],
];

/** The devices as CSV, streamed. Of chosen ones all are there to be seen, or nothing leaves. */
export async function exportDevices(ctx: Ctx, input: Wanted): Promise<BytesAnswer> {
  const { db, now } = ctx;
  if (input.ids) {
    const chosen = new Set(input.ids);
    const seen = and(visible(db, devices), inValues(devices.id, [...chosen]));
    if ((await counted(db, devices, seen)) !== chosen.size) throw new Refusal('notFound');
  }
  return {
    mediaType: 'text/csv; charset=utf-8',
    fileName: `devices-${now().toISOString().slice(0, 10)}.csv`,
    open: () => Readable.from(lines(ctx, input)),
  };
}
