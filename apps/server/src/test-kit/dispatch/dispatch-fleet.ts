import { pathToFileURL } from 'node:url';
import { noElements } from '@sweepline/contract';
import type { Db } from '../../platform/db/db.ts';
import { createFileStore } from '../../platform/files/files.ts';
import { aDevice } from '../../robots/test-kit/test-gateway.ts';
import { builders } from '../builders/builders.ts';
import { square } from '../square.ts';

/** A zone of the simulator's office in front of the docks. */
const bay = square(18, 10, 'bay');
const minuteMs = 60_000;

/** Creates robots, each with a task for the same zone. */
export async function aFleet(db: Db, folder: string, robots: number, companyId: string) {
  const make = builders(db, createFileStore(pathToFileURL(folder).href), () => new Date());
  const map = await make.aMap({ companyId, elements: { ...noElements, zones: [bay] } });
  const devices = await Promise.all(Array.from({ length: robots }, () => aDevice(db, companyId)));
  const work = { companyId, mapId: map.id, zoneIds: ['bay'], cleaningMode: 'SWEEP', finish: 'STAY' as const };
  const tasks = await Promise.all(devices.map(({ deviceId }) => make.aTask({ ...work, deviceId })));
  const taskOf = (deviceId: string) => tasks.find((task) => task.deviceId === deviceId)!.id;
  /** Plans a start for the minute that has begun, or a later one. It may start so many minutes late. */
  const plan = (deviceId: string, { inMinutes = 0, startLatestMin = 1 } = {}) => {
    const dueMs = (Math.floor(Date.now() / minuteMs) + inMinutes) * minuteMs;
    const [startDate = '', time = ''] = new Date(dueMs).toISOString().slice(0, 16).split('T');
    return make.aSchedule({
      companyId,
      taskId: taskOf(deviceId),
      deviceId,
      kind: 'ONCE',
      startDate,
      time,
      timezone: 'UTC',
      startLatestMin,
      lookedUntil: new Date(dueMs - minuteMs).toISOString(),
    });
  };
  return { mapId: map.id, devices, ids: devices.map(({ deviceId }) => deviceId), taskOf, plan };
}
