import {
  mapLimits,
  type DraftRefusal,
  type ErrorName,
  type MapDraft,
  type MapElements,
} from '@sweepline/contract';
import { elementsOf, shapesOf } from '@sweepline/map-core';
import { and, eq, sql } from 'drizzle-orm';
import { Refusal, wrongField, type Ctx } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { storedFiles } from '../../../../platform/files/file-table.ts';
import { find, visible } from '../../../../platform/db/page.ts';
import { changeBlocker } from '../../../devices/devices/device-map-service.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { maps } from '../../../../entities/places/map-table.ts';
import { openConflict, publishDrawing, type MapRecord } from './map-version-service.ts';
import { mapDrafts } from '../../../../entities/places/map-version-table.ts';

export type DraftRecord = typeof mapDrafts.$inferSelect;

/** The draft of a map, if it exists. */
export async function findDraft(tx: Tx, mapId: string): Promise<DraftRecord | undefined> {
  const [draft] = await tx.select().from(mapDrafts).where(eq(mapDrafts.mapId, mapId));
  return draft;
}

/** Why this map cannot be edited now; also for one device, if the editor was opened from a device or a task. */
async function refusalOf(tx: Tx, mapId: string, deviceId: string | undefined): Promise<DraftRefusal | null> {
  if ((await openConflict(tx, mapId)) !== undefined) return 'CONFLICT';
  if (deviceId === undefined) return null;
  await find(tx, devices, deviceId);
  return await changeBlocker(tx, deviceId, mapId);
}

const refusals = {
  CONFLICT: 'mapConflict',
  MAP_DIFFERS: 'mapDiffers',
  RESUPPLYING: 'deviceResupplying',
} as const satisfies Record<DraftRefusal, ErrorName>;

/** Throws the refusal that `readDraft` returns. */
export async function checkEditable(tx: Tx, mapId: string, deviceId?: string): Promise<void> {
  const refusal = await refusalOf(tx, mapId, deviceId);
  if (refusal) throw new Refusal(refusals[refusal]);
}

/** The draft for the editor, or the published map if there is no draft. */
export async function readDraft(tx: Tx, mapId: string, deviceId?: string): Promise<MapDraft> {
  const map = await find(tx, maps, mapId);
  const draft = await findDraft(tx, mapId);
  const { id, name, width, height, resolution, originX, originY } = map;
  return {
    mapId: id,
    mapName: name,
    currentVersion: map.version,
    baseVersion: draft?.baseVersion ?? map.version,
    version: draft?.version ?? 0,
    ground: {
      file: draft?.gridFileId ?? map.gridFileId,
      width,
      height,
      resolution,
      originX,
      originY,
    },
    elements: draft?.elements ?? map.elements,
    updatedAt: draft?.updatedAt ?? null,
    updatedBy: draft?.updatedBy ?? null,
    refusal: await refusalOf(tx, mapId, deviceId),
  };
}

/** Refuses a change that is based on another version of the draft, and names the account that saved in between. */
export function checkDraftVersion(draft: DraftRecord | undefined, map: MapRecord, version: number): void {
  if ((draft?.version ?? 0) === version) return;
  const { updatedBy: who, updatedAt: when } = draft ?? map;
  throw new Refusal('changedMeanwhile', { words: { who, when } });
}

/** A drawing in storable form: unique ids, zones counter-clockwise. Faults of meaning are findings and are not refused here. */
export function storableElements(elements: MapElements): MapElements {
  const shapes = shapesOf(elements);
  if (shapes.length > mapLimits.elements)
    throw wrongField('elements', 'TOO_MANY_SHAPES', { max: mapLimits.elements });
  const ids = new Set<string>();
  for (const { id } of shapes) {
    if (ids.has(id)) throw wrongField('elements', 'SHAPE_TWICE', { id });
    ids.add(id);
  }
  return elementsOf(shapes) as MapElements;
}

/** File name of a repaired grid. It binds the grid to its map, because the size was checked against that map. */
export const repairName = (mapId: string) => `repair-${mapId}.png`;

async function checkGround(tx: Tx, mapId: string, fileId: string | undefined): Promise<void> {
  if (!fileId) return;
  const [file] = await tx
    .select({ name: storedFiles.name, kind: storedFiles.kind })
    .from(storedFiles)
    .where(and(eq(storedFiles.id, fileId), visible(tx, storedFiles)));
  if (file?.kind !== 'MAP_GRID' || file.name !== repairName(mapId))
    throw wrongField('groundFileId', 'NOT_PICTURE_OF_MAP');
}

export interface SavedDraft {
  mapId: string;
  version: number;
  elements: MapElements;
  groundFileId?: string | undefined;
  baseVersion?: number | undefined;
}

/** Replaces the whole draft in one statement, unless it was saved meanwhile. */
export async function saveDraft({ db, now, account, services }: Ctx, input: SavedDraft): Promise<MapDraft> {
  const { mapId, version, groundFileId } = input;
  const map = await find(db, maps, mapId, { lock: true });
  const draft = await findDraft(db, mapId);
  checkDraftVersion(draft, map, version);
  await checkEditable(db, mapId);
  await checkGround(db, mapId, groundFileId);
  const baseVersion = input.baseVersion ?? draft?.baseVersion ?? map.version;
  if (baseVersion > map.version) throw wrongField('baseVersion', 'VERSION_NOT_PUBLISHED');
  const row = {
    companyId: map.companyId,
    mapId,
    baseVersion,
    version: version + 1,
    gridFileId: groundFileId ?? null,
    elements: storableElements(input.elements),
    updatedAt: now().toISOString(),
    updatedBy: account.username,
  };
  const rows = await db
    .insert(mapDrafts)
    .values(row)
    .onConflictDoUpdate({
      target: mapDrafts.mapId,
      set: row,
      // Of two concurrent saves, the second changes no row and is refused.
      setWhere: sql`${mapDrafts.version} = ${version}`,
    })
    .returning({ id: mapDrafts.id });
  if (rows.length === 0) checkDraftVersion(await findDraft(db, mapId), map, version);
  publishDrawing(db, services, map, { version: version + 1, by: account.username });
  return await readDraft(db, mapId);
}
