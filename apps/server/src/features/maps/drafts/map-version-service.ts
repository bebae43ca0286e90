import {
  mapDraftTopic,
  type MapElements,
  type MapVersionRow,
  type Message,
  type VersionOrigin,
} from '@sweepline/contract';
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';
import type { Services } from '../../../platform/calls/services.ts';
import { devices } from '../../devices/device-table.ts';
import { maps } from '../map-table.ts';
import { mapVersions } from './map-version-table.ts';

export type MapRecord = typeof maps.$inferSelect;

/** Says which map changed, after the commit. */
export const mapChanged = 'map.changed';
/** Says that a map has a new version, after the commit: whoever brings maps to robots begins. */
export const mapPublished = 'map.published';

interface Drawn {
  by: string;
  /** Of the draft; null where it stays as it is. */
  version: number | null;
  /** Of the map, where it is another one now. */
  currentVersion?: number;
}

/** Tells those who draw on a map, after the commit, that somebody else did. */
export function tellDrawn(tx: Tx, { bus }: Pick<Services, 'bus'>, map: MapRecord, drawn: Drawn): void {
  const content: Message<ReturnType<typeof mapDraftTopic>> = {
    ...{ mapId: map.id, currentVersion: map.version },
    ...drawn,
  };
  tx.afterCommit(() => bus.publish(mapDraftTopic(map.id).name, content, { companyId: map.companyId }));
}

/** What a new version is made of; what is left out stays as it is. */
export interface NewVersion {
  elements: MapElements;
  /** A grid of the map's own size unless it says otherwise. */
  ground?: Partial<
    Pick<MapRecord, 'gridFileId' | 'freeM2' | 'width' | 'height' | 'resolution' | 'originX' | 'originY'>
  >;
  origin: VersionOrigin;
  note?: string;
  deviceId?: string;
  /** The version it was drawn on; the present one unless said. */
  parentVersion?: number | null;
  conflictWith?: number;
  at: string;
  by: string;
}

const groundOf = ({ gridFileId, freeM2, width, height, resolution, originX, originY }: MapRecord) => ({
  ...{ gridFileId, freeM2, width, height, resolution, originX, originY },
});

/** The first version of a map that has just been stored. */
export const storeFirstVersion = (tx: Tx, map: MapRecord, deviceId?: string) =>
  tx.insert(mapVersions).values({
    ...{ companyId: map.companyId, mapId: map.id, version: map.version, elements: map.elements },
    ...groundOf(map),
    ...{ origin: map.origin === 'DEVICE' ? 'DEVICE' : 'IMPORT', deviceId: deviceId ?? null },
    ...{ createdAt: map.createdAt, createdBy: map.updatedBy },
  });

/** Makes a version and the map what it says. The map's row is locked by the caller. */
export async function addVersion(
  tx: Tx,
  { bus }: Pick<Services, 'bus'>,
  map: MapRecord,
  given: NewVersion,
): Promise<number> {
  const version = map.version + 1;
  const { elements, at, by, origin, note = '', deviceId = null, conflictWith = null } = given;
  const ground = { ...groundOf(map), ...given.ground };
  const parentVersion = given.parentVersion === undefined ? map.version : given.parentVersion;
  await tx.insert(mapVersions).values({
    ...{ companyId: map.companyId, mapId: map.id, version, parentVersion, origin, note, deviceId },
    ...{ elements, conflictWith, createdAt: at, createdBy: by, ...ground },
  });
  const changed = { elements, version, revision: map.revision + 1, updatedAt: at, updatedBy: by, ...ground };
  await tx.update(maps).set(changed).where(eq(maps.id, map.id));
  tellDrawn(tx, { bus }, map, { version: null, currentVersion: version, by });
  tx.afterCommit(() => {
    bus.publish(mapChanged, { mapId: map.id });
    bus.publish(mapPublished, {
      mapId: map.id,
      version,
      ...(given.deviceId && { deviceId: given.deviceId }),
    });
  });
  return version;
}

const shown = {
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

/** Versions of a map as a row shows them. */
export const versionRows = (tx: Tx) =>
  tx
    .select(shown)
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

/** One version with what was drawn then. */
export async function findVersion(tx: Tx, mapId: string, version: number) {
  const [row] = await tx
    .select()
    .from(mapVersions)
    .where(and(eq(mapVersions.mapId, mapId), eq(mapVersions.version, version), visible(tx, mapVersions)));
  if (!row) throw new Refusal('notFound');
  return row;
}

/** The version that displaced another without being drawn on it, while nobody has settled that. */
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

/** Refuses a change of a map that two sides have changed, before somebody has settled it. */
export async function checkNoConflict(tx: Tx, mapId: string): Promise<void> {
  if ((await openConflict(tx, mapId)) !== undefined) throw new Refusal('mapConflict');
}
