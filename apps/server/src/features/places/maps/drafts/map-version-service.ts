import { z } from 'zod';
import { createChannel } from '../../../../platform/socket/bus.ts';
import {
  mapDraftTopic,
  type MapElements,
  type MapVersionRow,
  type Message,
  type VersionOrigin,
} from '@sweepline/contract';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { Refusal } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { fromInserted } from '../../../../platform/calls/recoveries.ts';
import { find, visible } from '../../../../platform/db/page.ts';
import type { Services } from '../../../../platform/calls/services.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { maps } from '../../../../entities/places/map-table.ts';
import { mapVersions } from '../../../../entities/places/map-version-table.ts';

export type MapRecord = typeof maps.$inferSelect;

/** Published after the commit of a change of a map. */
export const mapChanged = createChannel('map.changed', z.object({ mapId: z.uuid() }));
const mapPublication = z.object({
  mapId: z.uuid(),
  version: z.int(),
  /** The robot that drew the version. */
  deviceId: z.uuid().optional(),
});

/** Published after the commit of a new version: the synchronisation with robots starts. */
export const mapPublished = createChannel('map.published', mapPublication);

interface DrawingChange {
  by: string;
  /** Version of the draft; null if it did not change. */
  version: number | null;
  /** Version of the map, if it changed. */
  currentVersion?: number;
}

/** Publishes a change of a drawing to its open editors after the commit. */
export function publishDrawing(
  tx: Tx,
  { bus }: Pick<Services, 'bus'>,
  map: MapRecord,
  change: DrawingChange,
): void {
  const content: Message<ReturnType<typeof mapDraftTopic>> = {
    mapId: map.id,
    currentVersion: map.version,
    ...change,
  };
  tx.afterCommit(() => bus.publish(mapDraftTopic(map.id), content, { companyId: map.companyId }));
}

/** Content of a new version. A missing field keeps its value. */
export interface NewVersion {
  elements: MapElements;
  /** A grid. It has the size of the map unless the size is given. */
  ground?: Partial<
    Pick<MapRecord, 'gridFileId' | 'freeM2' | 'width' | 'height' | 'resolution' | 'originX' | 'originY'>
  >;
  origin: VersionOrigin;
  note?: string;
  deviceId?: string;
  /** The version it is based on; the current one by default. */
  parentVersion?: number | null;
  conflictWith?: number;
  at: string;
  by: string;
}

const groundOf = ({ gridFileId, freeM2, width, height, resolution, originX, originY }: MapRecord) => ({
  gridFileId,
  freeM2,
  width,
  height,
  resolution,
  originX,
  originY,
});

/** Stores the first version of a new map. */
export const storeFirstVersion = (tx: Tx, map: MapRecord, deviceId?: string) =>
  tx.insert(mapVersions).values({
    companyId: map.companyId,
    mapId: map.id,
    version: map.version,
    elements: map.elements,
    ...groundOf(map),
    origin: map.origin === 'DEVICE' ? 'DEVICE' : 'IMPORT',
    deviceId: deviceId ?? null,
    createdAt: map.createdAt,
    createdBy: map.updatedBy,
  });

/** Adds a version and updates the map to it. The caller has locked the map's row. */
export async function addVersion(
  tx: Tx,
  { bus }: Pick<Services, 'bus'>,
  map: MapRecord,
  input: NewVersion,
): Promise<number> {
  const version = map.version + 1;
  const { elements, at, by, origin, note = '', deviceId = null, conflictWith = null } = input;
  const ground = { ...groundOf(map), ...input.ground };
  const parentVersion = input.parentVersion === undefined ? map.version : input.parentVersion;
  await tx.insert(mapVersions).values({
    companyId: map.companyId,
    mapId: map.id,
    version,
    parentVersion,
    origin,
    note,
    deviceId,
    elements,
    conflictWith,
    createdAt: at,
    createdBy: by,
    ...ground,
  });
  const values = { elements, version, revision: map.revision + 1, updatedAt: at, updatedBy: by, ...ground };
  await tx.update(maps).set(values).where(eq(maps.id, map.id));
  publishDrawing(tx, { bus }, map, { version: null, currentVersion: version, by });
  tx.afterCommit(() => {
    bus.publish(mapChanged, { mapId: map.id });
    bus.publish(mapPublished, {
      mapId: map.id,
      version,
      ...(input.deviceId && { deviceId: input.deviceId }),
    });
  });
  return version;
}

const columns = {
  mapId: mapVersions.mapId,
  version: mapVersions.version,
  parentVersion: mapVersions.parentVersion,
  origin: mapVersions.origin,
  note: mapVersions.note,
  device: { id: devices.id, nickname: devices.nickname },
  ground: {
    file: mapVersions.gridFileId,
    width: mapVersions.width,
    height: mapVersions.height,
    resolution: mapVersions.resolution,
    originX: mapVersions.originX,
    originY: mapVersions.originY,
  },
  elementCount: sql<number>`(select coalesce(sum(jsonb_array_length(value)), 0)::int from jsonb_each(${mapVersions.elements}))`,
  conflict: sql<MapVersionRow['conflict']>`case when ${mapVersions.conflictWith} is null then null else
    jsonb_build_object('with', ${mapVersions.conflictWith}, 'settledBy', ${mapVersions.settledBy},
      'settledAt', to_char(${mapVersions.settledAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end`,
  current: sql<boolean>`${mapVersions.version} = ${maps.version}`,
  createdAt: mapVersions.createdAt,
  createdBy: mapVersions.createdBy,
};

/** Versions of a map in the form of `MapVersionRow`. */
export const versionRows = (tx: Tx) =>
  tx
    .select(columns)
    .from(mapVersions)
    .innerJoin(maps, eq(maps.id, mapVersions.mapId))
    .leftJoin(devices, eq(devices.id, mapVersions.deviceId))
    .$dynamic();

export async function readVersion(tx: Tx, mapId: string, version: number): Promise<MapVersionRow> {
  const [row] = await versionRows(tx).where(
    and(eq(mapVersions.mapId, mapId), eq(mapVersions.version, version), visible(tx, mapVersions)),
  );
  if (!row) throw new Refusal('notFound');
  return row;
}

/** The recovery of a call that stores a version and answers it. */
export const storedVersion = fromInserted(mapVersions, async (db, id) => {
  const { mapId, version } = await find(db, mapVersions, id);
  return await readVersion(db, mapId, version);
});

/** One version with its drawing. */
export async function findVersion(tx: Tx, mapId: string, version: number) {
  const [row] = await tx
    .select()
    .from(mapVersions)
    .where(and(eq(mapVersions.mapId, mapId), eq(mapVersions.version, version), visible(tx, mapVersions)));
  if (!row) throw new Refusal('notFound');
  return row;
}

/** The version that replaced another without being based on it, until the conflict is settled. */
export async function openConflict(tx: Tx, mapId: string): Promise<number | undefined> {
  const [row] = await tx
    .select({ version: mapVersions.version })
    .from(mapVersions)
    .where(
      and(eq(mapVersions.mapId, mapId), isNotNull(mapVersions.conflictWith), isNull(mapVersions.settledAt)),
    )
    .limit(1);
  return row?.version;
}

/** Refuses a change of a map with an unsettled conflict. */
export async function checkNoConflict(tx: Tx, mapId: string): Promise<void> {
  if ((await openConflict(tx, mapId)) !== undefined) throw new Refusal('mapConflict');
}
