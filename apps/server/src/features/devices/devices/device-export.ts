import type { Input, deviceFileCalls } from '@sweepline/contract';
import { and, asc, sql } from 'drizzle-orm';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { csvOfBatches, type CsvColumns } from '../../../platform/documents/csv-stream.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { counted, visible, inValues } from '../../../platform/db/page.ts';
import { deviceFilter } from './device-list.ts';
import { deviceRows, devicesOf } from './device-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';

type ExportInput = Input<(typeof deviceFileCalls)['export']>;

type Device = Awaited<ReturnType<typeof devicesOf>>[number];

/** The import reads the first columns. */
const columns: CsvColumns<Device> = {
  sn: ({ sn }) => sn,
  model: ({ model }) => model,
  nickname: ({ nickname }) => nickname,
  company: ({ companyName }) => companyName,
  site: ({ site }) => site?.name ?? null,
  tags: ({ tags }) => tags.join(';'),
  manufacturer: ({ manufacturer }) => manufacturer,
  hardware: ({ hardwareVersion }) => hardwareVersion,
  iccid: ({ iccid }) => iccid,
  software: ({ softwareVersion }) => softwareVersion,
  binding: ({ binding }) => binding,
  activatedAt: ({ activatedAt }) => activatedAt,
  usableUntil: ({ usableUntil }) => usableUntil,
  warrantyUntil: ({ warranty }) => warranty?.until ?? null,
  extendedUntil: ({ warranty }) => warranty?.extendedUntil ?? null,
  state: ({ live }) => live.state,
  lastSeenAt: ({ live }) => live.lastSeenAt,
  mode: ({ live }) => live.mode,
  batteryPct: ({ live }) => live.soc,
  cleanWaterPct: ({ live }) => live.cleanWaterPct,
  dirtyWaterPct: ({ live }) => live.dirtyWaterPct,
  dustBagPct: ({ live }) => live.dustBagPct,
  network: ({ live }) => live.networkMode,
  cleaningMode: ({ live }) => live.cleaningMode,
  alarmLevel: ({ live }) => live.alarmLevel,
  map: ({ location }) => location?.mapName ?? null,
  x: ({ location }) => location?.x ?? null,
  y: ({ location }) => location?.y ?? null,
  group: ({ group }) => group?.name ?? null,
  inventory: ({ inventory }) => inventory,
  useStatus: ({ useStatus }) => useStatus,
  usageType: ({ usageType }) => usageType,
};

/** The devices as CSV, by name. One selected device outside the scope refuses the export. */
export async function exportDevices(ctx: Ctx, input: ExportInput): Promise<BytesAnswer> {
  const { ids, ...filters } = input;
  if (ids) {
    const selected = new Set(ids);
    const visibleIds = and(visible(ctx.db, devices), inValues(devices.id, [...selected]));
    if ((await counted(ctx.db, devices, visibleIds)) !== selected.size) throw new Refusal('notFound');
  }
  return csvOfBatches<Device>({
    reader: ctx,
    fileName: `devices-${ctx.now().toISOString().slice(0, 10)}.csv`,
    columns,
    read: async (db, last, limit) => {
      const page = await deviceRows(db)
        .where(
          and(
            deviceFilter(db, filters, ctx.now()),
            ids && inValues(devices.id, ids),
            last && sql`(${devices.nickname}, ${devices.id}) > (${last.nickname}, ${last.id}::uuid)`,
          ),
        )
        .orderBy(asc(devices.nickname), asc(devices.id))
        .limit(limit);
      return await devicesOf(db, page);
    },
  });
}
