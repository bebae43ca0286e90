import { noElements, type Zone } from '@sweepline/contract';
import { encode } from 'fast-png';
import { deviceGroups } from '../../features/device-groups/device-group-table.ts';
import { devices } from '../../features/devices/device-table.ts';
import { deviceLives } from '../../features/devices/device-live-table.ts';
import { deviceRequests } from '../../features/devices/device-request-table.ts';
import { unseenLive } from '../../features/devices/device-service.ts';
import { maps } from '../../features/maps/map-table.ts';
import { storeFirstVersion } from '../../features/maps/drafts/map-version-service.ts';
import { sites } from '../../features/sites/site-table.ts';
import { runs } from '../../features/tasks/run-table.ts';
import { tasks } from '../../features/tasks/task-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storeFile, type FileStore } from '../../platform/files/files.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { hashSecret } from '../../robots/identity/credential-service.ts';
import { invitationBuilders } from './invitation-builders.ts';
import { driveBuilders } from './drive-builders.ts';
import { auditBuilders } from './audit-builders.ts';
import { noticeBuilders } from './notice-builders.ts';
import { chatUserBuilders } from './chat-user-builders.ts';
import { commandBuilders } from './command-builders.ts';
import { stockBuilders } from './stock-builders.ts';
import { subscriptionBuilders } from './subscription-builders.ts';
import { settingsBuilders } from './settings-builders.ts';
import { cardBuilders } from './card-builders.ts';
import { reportBuilder } from './report-builder.ts';
import { reportShareBuilders } from './report-share-builders.ts';
import { planBuilders } from './plan-builders.ts';
import { roleBuilders } from './role-builders.ts';
import { companyIds } from '../people.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** A square of floor, four metres wide, its lower left corner at (x, y). */
export const square = (x: number, y: number, id = 'z1'): Zone => ({
  id,
  type: 'CLEAN',
  name: `Zone ${id}`,
  points: [
    { x, y },
    { x: x + 4, y },
    { x: x + 4, y: y + 4 },
    { x, y: y + 4 },
  ],
});

/** Rows with sensible defaults; a test names only what it is about. They are of the mall unless said otherwise. */
export function builders(db: Db, files: FileStore, now: Clock) {
  let count = 0;
  const stamp = () => ({ createdAt: now().toISOString(), updatedAt: now().toISOString(), updatedBy: 'test' });
  const companyId = companyIds.mall;

  const aSite = (given: Insert<typeof sites> = {}) =>
    inScope(db, '*', async (tx) => {
      const name = `Site ${++count}`;
      const row = {
        companyId,
        name,
        address: '',
        timezone: 'Asia/Shanghai',
        createdAt: now().toISOString(),
        ...given,
      };
      return (await tx.insert(sites).values(row).returning())[0]!;
    });

  const aDevice = (given: Insert<typeof devices> = {}) =>
    inScope(db, '*', async (tx) => {
      const n = ++count;
      const known = { manufacturer: 'JBOT', model: 'J30', protocol: 'v3', binding: 'ACTIVATED' } as const;
      const sn = `J30-${String(n).padStart(4, '0')}`;
      const row = {
        companyId,
        sn,
        nickname: `Robot ${n}`,
        secretHash: hashSecret('secret'),
        ...known,
        ...stamp(),
        ...given,
      };
      return (await tx.insert(devices).values(row).returning())[0]!;
    });

  /** A group with one device in it. */
  const aGroup = async (given: Insert<typeof deviceGroups> = {}) => {
    const group = await inScope(db, '*', async (tx) => {
      const row = { companyId, name: `Group ${++count}`, ...stamp(), ...given };
      return (await tx.insert(deviceGroups).values(row).returning())[0]!;
    });
    await aDevice({ companyId: group.companyId, groupId: group.id });
    return group;
  };

  const aDeviceRequest = (given: Insert<typeof deviceRequests> = {}) =>
    inScope(db, '*', async (tx) => {
      const n = ++count;
      const at = now().toISOString();
      const row = {
        ...{ sn: `J40-ASKS-${n}`, manufacturer: 'JBOT', interfaceName: 'vda5050', protocol: 'v3' as const },
        ...{ firstSeenAt: at, lastSeenAt: at, count: 1, ...given },
      };
      return (await tx.insert(deviceRequests).values(row).returning())[0]!;
    });

  /** What a device said last, as the gateway would have written it. */
  const saidLast = (deviceId: string, said: Insert<typeof deviceLives>) =>
    inScope(db, '*', async (tx) => {
      const row = {
        id: deviceId,
        companyId,
        state: 'ONLINE' as const,
        session: 1,
        revision: 1,
        live: unseenLive(deviceId),
        ...said,
      };
      await tx.insert(deviceLives).values(row).onConflictDoUpdate({ target: deviceLives.id, set: row });
    });

  /** Twenty metres square, free all over, with one zone to clean. */
  const aMap = (given: Insert<typeof maps> = {}) =>
    inScope(db, '*', async (tx) => {
      const size = { width: 200, height: 200, resolution: 0.1, originX: 0, originY: 0, freeM2: 400 };
      const content = encode({
        width: 200,
        height: 200,
        channels: 1,
        data: new Uint8Array(40_000).fill(254),
      });
      const owner = given.companyId ?? companyId;
      const file = { companyId: owner, kind: 'MAP_GRID', name: 'grid.png', mediaType: 'image/png', content };
      const { id: gridFileId } = await storeFile(tx, files, now, file);
      const elements = { ...noElements, zones: [square(2, 2)] };
      const row = {
        companyId,
        name: `Map ${++count}`,
        origin: 'IMPORTED' as const,
        gridFileId,
        elements,
        ...size,
        ...stamp(),
        ...given,
      };
      const [map] = await tx.insert(maps).values(row).returning();
      await storeFirstVersion(tx, map!);
      return map!;
    });

  const aTask = async (given: Insert<typeof tasks> = {}) => {
    const deviceId = given.deviceId ?? (await aDevice({ companyId: given.companyId ?? companyId })).id;
    const mapId = given.mapId ?? (await aMap({ companyId: given.companyId ?? companyId })).id;
    return await inScope(db, '*', async (tx) => {
      const how = {
        cleaningMode: 'SCRUB',
        strength: 'STANDARD',
        repetitions: 1,
        strategy: 'FULL',
        pattern: 'EDGE_THEN_FILL',
      } as const;
      const rest = { finish: 'CHARGE', state: 'IDLE', plannedM2: 16, zoneIds: ['z1'] } as const;
      const row = {
        companyId,
        deviceId,
        mapId,
        name: `Task ${++count}`,
        ...how,
        ...rest,
        zoneIds: ['z1'],
        ...stamp(),
        ...given,
      };
      return (await tx.insert(tasks).values(row).returning())[0]!;
    });
  };

  const aRun = async (given: Insert<typeof runs> = {}) => {
    const deviceId = given.deviceId ?? (await aDevice({ companyId: given.companyId ?? companyId })).id;
    return await inScope(db, '*', async (tx) => {
      const plan = {
        ...{
          cleaningMode: 'SCRUB',
          strength: 'STANDARD',
          repetitions: 1,
          strategy: 'FULL',
          pattern: 'EDGE_THEN_FILL',
        },
        ...{ finish: 'CHARGE' as const, areas: [], toolWidthM: 0.5 },
      };
      const row = {
        ...{
          companyId,
          deviceId,
          kind: 'CLEANING' as const,
          name: `Run ${++count}`,
          origin: 'CLOUD' as const,
          state: 'SUCCESS' as const,
        },
        ...{ by: 'test', plan, phases: [], createdAt: now().toISOString(), ...given },
      };
      return (await tx.insert(runs).values(row).returning())[0]!;
    });
  };

  const aReport = reportBuilder(db, now, companyId, aRun);

  return {
    aSite,
    aDevice,
    aGroup,
    aDeviceRequest,
    saidLast,
    aMap,
    aTask,
    aRun,
    aReport,
    newId,
    ...stockBuilders(db, now),
    ...subscriptionBuilders(db, now),
    ...settingsBuilders(db, now),
    ...cardBuilders(db, now),
    ...auditBuilders(db, now),
    ...driveBuilders(db, now, aDevice),
    ...noticeBuilders(db, now),
    ...invitationBuilders(db, now),
    ...reportShareBuilders(db, now, aReport),
    ...planBuilders(db, now, aTask),
    ...roleBuilders(db, now),
    ...chatUserBuilders(db, now),
    ...commandBuilders(db, now),
  };
}
