import { Refusal, wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { openStates, readRun } from './run-read.ts';
import { areasLeftOf } from './run-areas-left.ts';
import { requestOf } from './task-request-service.ts';
import type { StartRun } from '../../../robots-port/run-requests.ts';

interface RestInput {
  id: string;
  deviceId: string;
  by: string;
  withoutZones?: boolean;
}

/** The request of a run over the unfinished areas of a run, on the same device or another device of the site. */
export async function restOfRun(
  db: Tx,
  { id, deviceId, by, withoutZones = false }: RestInput,
): Promise<{ request: StartRun; open: boolean }> {
  const { run, row } = await readRun(db, id);
  if (row.kind !== 'CLEANING' || !row.mapId || row.state === 'COMPLETE' || run.nextId)
    throw new Refusal('wrongState');
  const open = openStates.includes(row.state);
  const [first, device] = [await find(db, devices, row.deviceId), await find(db, devices, deviceId)];
  // The robot of an open run continues that run and needs no second one.
  if (open && first.id === device.id) throw new Refusal('wrongState');
  if (device.companyId !== first.companyId || device.siteId !== first.siteId)
    throw wrongField('deviceId', 'DEVICE_OF_OTHER_SITE');
  const areas = (await areasLeftOf(db, [row])).get(id) ?? [];
  if (areas.length === 0) throw new Refusal('nothingLeft');
  const { plan, mapId, name, taskId } = row;
  const request = await requestOf(db, {
    name,
    by,
    areas,
    withoutZones,
    ...(taskId && { taskId }),
    work: { ...plan, zoneWishes: {}, deviceId, mapId, zoneIds: areas.map(({ areaId }) => areaId) },
  });
  return { request: { ...request, previousId: id }, open };
}
