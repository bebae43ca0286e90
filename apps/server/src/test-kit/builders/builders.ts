import { noElements } from '@sweepline/contract';
import { greyPng } from '@sweepline/map-core/test-kit/png';
import { deviceGroups } from '../../entities/devices/device-group-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { deviceLives } from '../../entities/devices/device-live-table.ts';
import { deviceRequests } from '../../entities/devices/device-request-table.ts';
import { unseenLive } from '../../features/devices/devices/device-service.ts';
import { maps } from '../../entities/places/map-table.ts';
import { storeFirstVersion } from '../../features/places/maps/drafts/map-version-service.ts';
import { sites } from '../../entities/places/site-table.ts';
import { runs } from '../../entities/work/run-table.ts';
import { tasks } from '../../entities/work/task-table.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { storeFile, type FileStore } from '../../platform/files/files.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { hashSecret } from '../../features/devices/identity/credential-service.ts';
import { fileBuilders } from '../files/file-builders.ts';
import { driveBuilders } from './drive-builders.ts';
import { aiBuilders } from '../ai/ai-builders.ts';
import { noticeBuilders } from './notice-builders.ts';
import { commandBuilders } from './command-builders.ts';
import { deviceLogBuilders } from './device-log-builders.ts';
import { stockBuilders } from './stock-builders.ts';
import { subscriptionBuilders } from './subscription-builders.ts';
import { settingsBuilders } from './settings-builders.ts';
import { voiceBuilders } from '../files/voice-builders.ts';
import { reportBuilder } from './report-builder.ts';
import { reportShareBuilders } from './report-share-builders.ts';
import { appBuilders } from '../files/app-builders.ts';
import { packageBuilders } from '../files/package-builders.ts';
import { updateBuilders } from '../files/update-builders.ts';
import { plainBuilders } from './plain/plain-builders.ts';
import { planBuilders } from './plan-builders.ts';
import { workOrderBuilders } from './work-order-builders.ts';
import { companyIds } from '../people.ts';
import { square } from '../square.ts';

type Insert<T extends { $inferInsert: object }> = Partial<T['$inferInsert']>;

/** Builders of rows with defaults; a test passes only the values that matter. The default company is the mall. */
export function builders(db: Db, files: FileStore, now: Clock) {
  let count = 0;
  const stamp = () => ({ createdAt: now().toISOString(), updatedAt: now().toISOString(), updatedBy: 'test' });
  const companyId = companyIds.mall;

  const aSite = (overrides: Insert<typeof sites> = {}) =>
    inScope(db, '*', async (tx) => {
      const name = `Site ${++count}`;
      const place = { address: '', timezone: 'Asia/Shanghai' };
      const row = { companyId, name, ...place, createdAt: now().toISOString(), ...overrides };
      return (await tx.insert(sites).values(row).returning())[0]!;
    });

  const aDevice = (overrides: Insert<typeof devices> = {}) =>
    inScope(db, '*', async (tx) => {
      const n = ++count;
      const identity = { manufacturer: 'JBOT', model: 'J30', protocol: 'v3', binding: 'ACTIVATED' } as const;
      const sn = `J30-${String(n).padStart(4, '0')}`;
      const row = {
        companyId,
        sn,
        nickname: `Robot ${n}`,
        secretHash: hashSecret('secret'),
        ...identity,
        ...stamp(),
        ...overrides,
      };
      return (await tx.insert(devices).values(row).returning())[0]!;
    });

  /** A group with one device in it. */
  const aGroup = async (overrides: Insert<typeof deviceGroups> = {}) => {
    const group = await inScope(db, '*', async (tx) => {
      const row = { companyId, name: `Group ${++count}`, ...stamp(), ...overrides };
      return (await tx.insert(deviceGroups).values(row).returning())[0]!;
    });
    await aDevice({ companyId: group.companyId, groupId: group.id });
    return group;
  };

  const aDeviceRequest = (overrides: Insert<typeof deviceRequests> = {}) =>
    inScope(db, '*', async (tx) => {
      const n = ++count;
      const at = now().toISOString();
      const row = {
        sn: `J40-ASKS-${n}`,
        manufacturer: 'JBOT',
        interfaceName: 'vda5050',
        protocol: 'v3' as const,
        firstSeenAt: at,
        lastSeenAt: at,
        count: 1,
        ...overrides,
      };
      return (await tx.insert(deviceRequests).values(row).returning())[0]!;
    });

  /** Writes the live state of a device, like the gateway does. */
  const setLiveState = (deviceId: string, overrides: Insert<typeof deviceLives>) =>
    inScope(db, '*', async (tx) => {
      const row = {
        id: deviceId,
        companyId,
        state: 'ONLINE' as const,
        session: 1,
        revision: 1,
        live: unseenLive(deviceId),
        ...overrides,
      };
      await tx.insert(deviceLives).values(row).onConflictDoUpdate({ target: deviceLives.id, set: row });
    });

  /** A map of twenty by twenty metres without obstacles, with one zone. */
  const aMap = (overrides: Insert<typeof maps> = {}) =>
    inScope(db, '*', async (tx) => {
      const size = { width: 200, height: 200, resolution: 0.1, originX: 0, originY: 0, freeM2: 400 };
      const content = greyPng(200, 200, new Uint8Array(40_000).fill(254));
      const owner = overrides.companyId ?? companyId;
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
        ...overrides,
      };
      const [map] = await tx.insert(maps).values(row).returning();
      await storeFirstVersion(tx, map!);
      return map!;
    });

  const aTask = async (overrides: Insert<typeof tasks> = {}) => {
    const deviceId =
      overrides.deviceId ?? (await aDevice({ companyId: overrides.companyId ?? companyId })).id;
    const mapId = overrides.mapId ?? (await aMap({ companyId: overrides.companyId ?? companyId })).id;
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
        ...overrides,
      };
      return (await tx.insert(tasks).values(row).returning())[0]!;
    });
  };

  const aRun = async (overrides: Insert<typeof runs> = {}) => {
    const deviceId =
      overrides.deviceId ?? (await aDevice({ companyId: overrides.companyId ?? companyId })).id;
    return await inScope(db, '*', async (tx) => {
      const plan = {
        cleaningMode: 'SCRUB',
        strength: 'STANDARD',
        repetitions: 1,
        strategy: 'FULL',
        pattern: 'EDGE_THEN_FILL',
        finish: 'CHARGE' as const,
        areas: [],
        toolWidthM: 0.5,
      };
      const row = {
        companyId,
        deviceId,
        kind: 'CLEANING' as const,
        name: `Run ${++count}`,
        origin: 'CLOUD' as const,
        state: 'SUCCESS' as const,
        by: 'test',
        plan,
        phases: [],
        createdAt: now().toISOString(),
        ...overrides,
      };
      return (await tx.insert(runs).values(row).returning())[0]!;
    });
  };

  const ofNotices = noticeBuilders(db, now);
  const aReport = reportBuilder(db, now, companyId, aRun);

  const commands = commandBuilders(db, now);
  const packages = packageBuilders(db, files, now);
  return {
    aSite,
    aDevice,
    aGroup,
    aDeviceRequest,
    setLiveState,
    aMap,
    aTask,
    aRun,
    aReport,
    newId,
    ...stockBuilders(db, now),
    ...subscriptionBuilders(db, now),
    ...settingsBuilders(db, now),
    ...voiceBuilders(db, now),
    ...driveBuilders(db, now, aDevice),
    ...ofNotices,
    ...packages,
    ...appBuilders(db, files, now),
    ...updateBuilders(db, now, { ...packages, aDevice }),
    ...fileBuilders(db, files, now, aDevice, ofNotices.anAlarm),
    ...workOrderBuilders(db, now, aDevice),
    ...reportShareBuilders(db, now, aReport),
    ...aiBuilders(db, files, now),
    ...planBuilders(db, now, aTask),
    ...plainBuilders(db, now),
    ...commands,
    ...deviceLogBuilders(db, files, now, commands),
  };
}
