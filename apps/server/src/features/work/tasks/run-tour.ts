import type { Input, runCalls } from '@sweepline/contract';
import { toolOf } from '@sweepline/contract/robot';
import { wrongField } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { zoneSourceOf } from '../../../entities/work/run-request.ts';
import type { StartRun } from '../../../robots-port/run-requests.ts';

/** The request of a tour, with the current points of the map. */
export async function tourOf(
  db: Tx,
  input: Input<(typeof runCalls)['promote']>,
  by: string,
): Promise<StartRun> {
  const { deviceId, mapId, pointIds, withoutZones, ...options } = input;
  const device = await find(db, devices, deviceId);
  const map = await find(db, maps, mapId);
  if (map.companyId !== device.companyId) throw wrongField('mapId', 'MAP_OF_OTHER_COMPANY');
  const stops = pointIds.map((id) => {
    const point = map.elements.points.find((candidate) => candidate.id === id);
    if (!point) throw wrongField('pointIds', 'NO_SUCH_POINT');
    return { id, x: point.x, y: point.y };
  });
  return {
    kind: 'PROMOTION',
    name: map.name,
    by,
    deviceId,
    map: zoneSourceOf(map, withoutZones),
    plan: {
      cleaningMode: '',
      strength: '',
      repetitions: 1,
      strategy: 'FULL',
      pattern: '',
      finish: 'STAY',
      areas: [],
      ...toolOf(device),
      tour: { stops, ...options },
    },
  };
}
