import {
  mapLimits,
  type DraftRefusal,
  type ErrorName,
  type MapDraft,
  type MapElements,
} from '@sweepline/contract';
import { elementsOf, shapesOf } from '@sweepline/map-core';
import { and, eq, sql } from 'drizzle-orm';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { busyFor } from '../../devices/device-map-service.ts';
import { devices } from '../../devices/device-table.ts';
import { maps } from '../map-table.ts';
import { openConflict, tellDrawn, type MapRecord } from './map-version-service.ts';
import { mapDrafts } from './map-version-table.ts';

export type DraftRecord = typeof mapDrafts.$inferSelect;

/** The draft of a map, if one is begun. */
export async function findDraft(tx: Tx, mapId: string): Promise<DraftRecord | undefined> {
  const [draft] = await tx.select().from(mapDrafts).where(eq(mapDrafts.mapId, mapId));
  return draft;
}

/** Why this map cannot be edited now; for one device, where the person comes from its page or its task. */
async function refusalOf(tx: Tx, mapId: string, deviceId: string | undefined): Promise<DraftRefusal | null> {
  if ((await openConflict(tx, mapId)) !== undefined) return 'CONFLICT';
  if (deviceId === undefined) return null;
  await find(tx, devices, deviceId);
  return await busyFor(tx, deviceId, mapId);
}

const refusals = {
  CONFLICT: 'mapConflict',
  MAP_DIFFERS: 'mapDiffers',
  RESUPPLYING: 'deviceResupplying',
} as const satisfies Record<DraftRefusal, ErrorName>;

/** Refuses what `readDraft` says cannot be done now. */
export async function checkEditable(tx: Tx, mapId: string, deviceId?: string): Promise<void> {
  const refusal = await refusalOf(tx, mapId, deviceId);
  if (refusal) throw new Refusal(refusals[refusal]);
}

/** The draft as the editor opens it; the published map while nothing is drawn anew. */
export async function readDraft(tx: Tx, mapId: string, deviceId?: string): Promise<MapDraft> {
  const map = await find(tx, maps, mapId);
  const draft = await findDraft(tx, mapId);
  const { id, name, width, height, resolution, originX, originY } = map;
  return {
    ...{ mapId: id, mapName: name, currentVersion: map.version },
    baseVersion: draft?.baseVersion ?? map.version,
    version: draft?.version ?? 0,
    ground: {
      file: draft?.gridFileId ?? map.gridFileId,
      ...{ width, height, resolution, originX, originY },
    },
    elements: draft?.elements ?? map.elements,
    updatedAt: draft?.updatedAt ?? null,
    updatedBy: draft?.updatedBy ?? null,
    refusal: await refusalOf(tx, mapId, deviceId),
  };
}

/** Refuses a change of a draft that was made on another state of it, and says who saved in between. */
export function checkDraftVersion(draft: DraftRecord | undefined, map: MapRecord, version: number): void {
  if ((draft?.version ?? 0) === version) return;
  const { updatedBy: who, updatedAt: when } = draft ?? map;
  throw new Refusal('changedMeanwhile', { words: { who, when } });
}

/** What may be kept of a drawing: everything well-formed, ids once, zones counter-clockwise. Faults of meaning are told, not refused. */
export function storableElements(elements: MapElements): MapElements {
  const shapes = shapesOf(elements);
  if (shapes.length > mapLimits.elements) throw wrongField('elements', 'tooManyElements');
  const ids = new Set<string>();
  for (const { id } of shapes) {
    if (ids.has(id)) throw wrongField('elements', `id ${id} stands twice`);
    ids.add(id);
  }
  return elementsOf(shapes) as MapElements;
}

/** A repaired grid belongs to the map it was sent for: its size was checked against that one. */
export const repairName = (mapId: string) => `repair-${mapId}.png`;

async function checkGround(tx: Tx, mapId: string, fileId: string | undefined): Promise<void> {
  if (!fileId) return;
  const [file] = await tx
    .select({ name: storedFiles.name, kind: storedFiles.kind })
    .from(storedFiles)
    .where(and(eq(storedFiles.id, fileId), visible(tx, storedFiles)));
  if (file?.kind !== 'MAP_GRID' || file.name !== repairName(mapId))
    throw wrongField('groundFileId', 'not a picture of this map');
}

export interface SavedDraft {
  mapId: string;
  version: number;
  elements: MapElements;
  groundFileId?: string | undefined;
  baseVersion?: number | undefined;
}

/** Replaces the draft whole, in one statement, unless somebody saved it meanwhile. */
export async function saveDraft({ db, now, account, services }: Ctx, input: SavedDraft): Promise<MapDraft> {
  const { mapId, version, groundFileId } = input;
  const map = await find(db, maps, mapId, { lock: true });
  const draft = await findDraft(db, mapId);
  checkDraftVersion(draft, map, version);
  await checkEditable(db, mapId);
  await checkGround(db, mapId, groundFileId);
  const baseVersion = input.baseVersion ?? draft?.baseVersion ?? map.version;
  if (baseVersion > map.version) throw wrongField('baseVersion', 'not published');
  const row = {
    ...{ companyId: map.companyId, mapId, baseVersion, version: version + 1 },
    ...{ gridFileId: groundFileId ?? null, elements: storableElements(input.elements) },
    ...{ updatedAt: now().toISOString(), updatedBy: account.username },
  };
  const written = await db
    .insert(mapDrafts)
    .values(row)
    .onConflictDoUpdate({
      target: mapDrafts.mapId,
      set: row,
      // Of two that save at once, one is told.
      setWhere: sql`${mapDrafts.version} = ${version}`,
    })
    .returning({ id: mapDrafts.id });
  if (written.length === 0) checkDraftVersion(await findDraft(db, mapId), map, version);
  tellDrawn(db, services, map, { version: version + 1, by: account.username });
  return await readDraft(db, mapId);
}
