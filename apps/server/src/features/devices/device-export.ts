import { Readable } from 'node:stream';
import type { Input, deviceFileCalls } from '@sweepline/contract';
import { and, asc, sql } from 'drizzle-orm';
import type { BytesAnswer } from '../../platform/http/bytes.ts';
import { csvLine, csvMark } from '../../platform/documents/csv.ts';
import { Refusal, type Ctx } from '../../platform/calls/ctx.ts';
import { inScope } from '../../platform/db/db.ts';
import { counted, visible, inValues } from '../../platform/db/page.ts';
import { deviceFilter } from './device-list.ts';
import { deviceRows, devicesOf } from './device-service.ts';
import { devices } from '../../entities/devices/device-table.ts';

type ExportInput = Input<(typeof deviceFileCalls)['export']>;

const batch = 1000;
/** The import reads the first columns. */
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

/** Reads batches by name, each in its own transaction, so that a slow download keeps no transaction open. */
async function* lines(ctx: Ctx, { ids, ...filters }: ExportInput) {
  yield csvMark + csvLine(columns);
  let after: { nickname: string; id: string } | undefined;
  for (;;) {
    const rows = await inScope(
      ctx.services.db,
      ctx.account.scope,
      async (db) => {
        const page = await deviceRows(db)
          .where(
            and(
              deviceFilter(db, filters, ctx.now()),
              ids && inValues(devices.id, ids),
              after && sql`(${devices.nickname}, ${devices.id}) > (${after.nickname}, ${after.id}::uuid)`,
            ),
          )
          .orderBy(asc(devices.nickname), asc(devices.id))
          .limit(batch);
        return await devicesOf(db, page);
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

/** The devices as CSV, streamed. One selected device outside the scope refuses the export. */
export async function exportDevices(ctx: Ctx, input: ExportInput): Promise<BytesAnswer> {
  const { db, now } = ctx;
  if (input.ids) {
    const ids = new Set(input.ids);
    const visibleIds = and(visible(db, devices), inValues(devices.id, [...ids]));
    if ((await counted(db, devices, visibleIds)) !== ids.size) throw new Refusal('notFound');
  }
  return {
    mediaType: 'text/csv; charset=utf-8',
    fileName: `devices-${now().toISOString().slice(0, 10)}.csv`,
    open: () => Readable.from(lines(ctx, input)),
  };
}
