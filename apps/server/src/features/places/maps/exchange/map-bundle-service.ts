import { buffer } from 'node:stream/consumers';
import {
  bundleElements,
  bundleFiles,
  bundleLimits,
  bundleMeta,
  toBundleElements,
  type BundleMeta,
} from '@sweepline/contract/robot';
import { unstorablePlaces, type MapElements } from '@sweepline/contract';
import { unzip, zipOf } from '@sweepline/map-core';
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Clock } from '../../../../platform/runtime/clock.ts';
import { Refusal } from '../../../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../../../platform/db/db.ts';
import { storedFiles } from '../../../../platform/files/file-table.ts';
import { storeFile, type FileStore, type StoredFile } from '../../../../platform/files/files.ts';
import { packing } from '../../../../platform/files/packing.ts';
import { floors } from '../../../../entities/places/site-table.ts';
import { maps } from '../../../../entities/places/map-table.ts';
import { wrongMapFile, zipReasons } from './map-file-refusal.ts';
import { findVersion, type MapRecord } from '../drafts/map-version-service.ts';
import { mapVersions } from '../../../../entities/places/map-version-table.ts';

type VersionRecord = typeof mapVersions.$inferSelect;

const json = (document: unknown) => Buffer.from(`${JSON.stringify(document, null, 1)}\n`);

function metaOf(map: MapRecord, row: VersionRecord, floor: string | null): BundleMeta {
  const { width: widthPx, height: heightPx, resolution, originX, originY } = row;
  return {
    format: 'map-1',
    mapId: map.id,
    mapVersion: String(row.version),
    parentVersion: row.parentVersion === null ? null : String(row.parentVersion),
    name: map.name,
    mode: map.mode,
    floor,
    resolution,
    originX,
    originY,
    widthPx,
    heightPx,
    createdAt: map.createdAt,
    updatedAt: row.createdAt,
    deviceSn: null,
  };
}

/** A version as a bundle (docs/protocol/maps.md#map-bundle). Its bytes change only when the name of the map or floor changes. */
const zipped = (meta: BundleMeta, png: Uint8Array, elements: MapElements): Uint8Array =>
  zipOf(
    new Map([
      [bundleFiles.meta, json(meta)],
      [bundleFiles.grid, png],
      [bundleFiles.elements, json(toBundleElements(elements))],
    ]),
    packing,
  );

async function findParts(tx: Tx, mapId: string, version: number) {
  const row = await findVersion(tx, mapId, version);
  const [map] = await tx.select().from(maps).where(eq(maps.id, mapId));
  const [grid] = await tx.select().from(storedFiles).where(eq(storedFiles.id, row.gridFileId));
  const [floor] = map?.floorId
    ? await tx.select({ name: floors.name }).from(floors).where(eq(floors.id, map.floorId))
    : [];
  const [bundle] = row.bundleFileId
    ? await tx.select().from(storedFiles).where(eq(storedFiles.id, row.bundleFileId))
    : [];
  if (!map || !grid) throw new Refusal('notFound');
  return { row, map, grid, bundle, floor: floor?.name ?? null };
}

/**
 * The stored bundle of a version, packed on the first request. Robots compare its hash, so only one is stored: of two concurrent
 * packings, the second is discarded.
 */
export async function bundleOf(
  db: Db,
  files: FileStore,
  now: Clock,
  mapId: string,
  version: number,
): Promise<StoredFile> {
  const { row, map, grid, bundle, floor } = await inScope(db, '*', (tx) => findParts(tx, mapId, version), {
    readOnly: true,
  });
  if (bundle) return bundle;
  const content = zipped(metaOf(map, row, floor), await buffer(files.open(grid.sha256)), row.elements);
  return await inScope(db, '*', async (tx) => {
    const [locked] = await tx.select().from(mapVersions).where(eq(mapVersions.id, row.id)).for('update');
    if (locked?.bundleFileId) {
      const [first] = await tx.select().from(storedFiles).where(eq(storedFiles.id, locked.bundleFileId));
      if (first) return first;
    }
    const stored = await storeFile(tx, files, now, {
      companyId: map.companyId,
      kind: 'MAP_BUNDLE',
      name: `${mapId}_${version}.zip`,
      mediaType: 'application/zip',
      content,
    });
    await tx.update(mapVersions).set({ bundleFileId: stored.id }).where(eq(mapVersions.id, row.id));
    return stored;
  });
}

export interface ReadBundle {
  meta: BundleMeta;
  png: Buffer;
  elements: MapElements;
}

/** Reads a bundle. Its grid is not decoded here and may not be a picture. */
export function readBundle(bytes: Buffer): ReadBundle {
  if (bytes.length > bundleLimits.bytes) throw wrongMapFile('bundle', 'ZIP_TOO_LARGE');
  const limits = { entries: bundleLimits.entries, bytes: bundleLimits.unpackedBytes };
  const read = unzip(bytes, limits, packing);
  if (!read.ok) throw wrongMapFile('bundle', zipReasons[read.fault]);
  const file = (name: string): Uint8Array => {
    const content = read.value.get(name);
    if (!content) throw wrongMapFile(name, 'BUNDLE_FILE_MISSING', { file: name });
    return content;
  };
  const meta = document(bundleMeta, bundleFiles.meta, file(bundleFiles.meta));
  const elements = document(bundleElements, bundleFiles.elements, file(bundleFiles.elements));
  return { meta, elements, png: Buffer.from(file(bundleFiles.grid)) };
}

function document<S extends z.ZodType>(schema: S, name: string, bytes: Uint8Array): z.output<S> {
  const content = parsedJson(name, bytes);
  const [place] = unstorablePlaces(content, 1);
  if (place !== undefined) throw wrongMapFile(name, 'CHARACTERS');
  const parsed = schema.safeParse(content);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const at = (issue?.path.join('.') ?? '').slice(0, 200);
  throw wrongMapFile(name, 'BUNDLE_FIELD', { file: name, place: at });
}

function parsedJson(name: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    throw wrongMapFile(name, 'BUNDLE_NOT_JSON', { file: name });
  }
}
