import { mapDraftCalls, unstorablePlaces } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { answer } from '../../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { shapesOf } from '@sweepline/map-core';
import { storeFile } from '../../../../platform/files/files.ts';
import { bytesOf, uploadOf, type Uploads } from '../../../../platform/calls/input.ts';
import { find } from '../../../../platform/db/page.ts';
import { inShortTransaction, withoutTransaction } from '../../../../platform/calls/without-transaction.ts';
import { fromInserted } from '../../../../platform/calls/recoveries.ts';
import { storedFiles } from '../../../../platform/files/file-table.ts';
import {
  checkDraftVersion,
  checkEditable,
  findDraft,
  readDraft,
  repairName,
  saveDraft,
  type DraftRecord,
} from './map-draft-service.ts';
import { readGridInThread, readStoredGrid } from '../cells/map-ground-service.ts';
import { checkFit, drawingOn, findingsOn } from '../map-fitness-service.ts';
import { wrongLif, wrongMapFile } from '../exchange/map-file-refusal.ts';
import { readLif, type LifPoints } from '../exchange/map-lif-rules.ts';
import { maps } from '../../../../entities/places/map-table.ts';
import {
  addVersion,
  readVersion,
  publishDrawing,
  storedVersion,
  type MapRecord,
} from './map-version-service.ts';
import { mapDrafts } from '../../../../entities/places/map-version-table.ts';

interface PublishInput {
  mapId: string;
  version: number;
  note: string;
  warnings: number;
  deviceId?: string | undefined;
}

/** Refuses a draft that cannot become the next version. */
async function checkPublishable(db: Tx, map: MapRecord, draft: DraftRecord | undefined, input: PublishInput) {
  const { version, deviceId } = input;
  checkDraftVersion(draft, map, version);
  if (!draft) throw new Refusal('mapUnchanged', { words: { version: String(map.version) } });
  await checkEditable(db, map.id, deviceId);
  if (draft.baseVersion !== map.version)
    throw new Refusal('mapMoved', { words: { version: String(map.version), who: map.updatedBy } });
  return draft;
}

async function publish(ctx: Ctx, input: PublishInput) {
  const { mapId, note } = input;
  const { ready, drawing } = await inShortTransaction(ctx, async (db) => {
    const map = await find(db, maps, mapId);
    const draft = await checkPublishable(db, map, await findDraft(db, mapId), input);
    return { ready: draft, drawing: await drawingOn(db, map, draft) };
  });
  await checkFit(ctx, drawing, input.warnings);
  // The free area of a repaired grid is computed before any lock is taken.
  const repaired = ready.gridFileId && (await readStoredGrid(ctx, ready.gridFileId, mapId));
  return await inShortTransaction(ctx, async (db) => {
    const map = await find(db, maps, mapId, { lock: true });
    const draft = await checkPublishable(db, map, await findDraft(db, mapId), input);
    const ground = repaired && { gridFileId: ready.gridFileId!, freeM2: repaired.areas.freeM2 };
    const version = await addVersion(db, ctx.services, map, {
      elements: draft.elements,
      origin: 'CLOUD',
      note,
      ...(ground && { ground }),
      at: ctx.now().toISOString(),
      by: ctx.account.username,
    });
    await db.delete(mapDrafts).where(eq(mapDrafts.mapId, mapId));
    return await readVersion(db, mapId, version);
  });
}

/** Reads the points of an uploaded LIF file. Throws a refusal that names the fault of the file. */
async function lifIn(uploads: Uploads, mapId: string): Promise<LifPoints> {
  let document: unknown;
  try {
    document = JSON.parse((await bytesOf(uploadOf(uploads, 'lif').content)).toString('utf8'));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw wrongMapFile('lif', 'LIF_NOT_JSON');
  }
  if (unstorablePlaces(document, 1).length > 0) throw wrongMapFile('lif', 'CHARACTERS');
  const reading = readLif(document, mapId);
  if (!reading.ok) throw wrongLif(reading.fault, reading.detail);
  return reading.value;
}

export const mapDraftAnswers = answer(mapDraftCalls, {
  detail: ({ db }, { mapId, deviceId }) => readDraft(db, mapId, deviceId),

  save: (ctx, input) => saveDraft(ctx, input),

  ground: withoutTransaction(
    async (ctx, { mapId }, uploads) => {
      const map = await inShortTransaction(ctx, (db) => find(db, maps, mapId));
      const { raster, png } = await readGridInThread(uploadOf(uploads, 'grid').content, map);
      if (raster.width !== map.width || raster.height !== map.height)
        throw wrongField('grid', 'NOT_SIZE_OF_MAP');
      const { id: file } = await inShortTransaction(ctx, (db) =>
        storeFile(db, ctx.services.files, ctx.now, {
          companyId: map.companyId,
          kind: 'MAP_GRID',
          name: repairName(mapId),
          mediaType: 'image/png',
          content: png,
        }),
      );
      return { file };
    },
    fromInserted(storedFiles, async (_db, file) => ({ file })),
  ),

  discard: async ({ db, account, services }, { mapId, version }) => {
    const map = await find(db, maps, mapId, { lock: true });
    checkDraftVersion(await findDraft(db, mapId), map, version);
    await db.delete(mapDrafts).where(eq(mapDrafts.mapId, mapId));
    publishDrawing(db, services, map, { version: 0, by: account.username });
    return {};
  },

  check: withoutTransaction(async (ctx, { mapId }) => {
    const drawing = await inShortTransaction(ctx, async (db) =>
      drawingOn(db, await find(db, maps, mapId), await findDraft(db, mapId)),
    );
    return { findings: await findingsOn(ctx, drawing) };
  }),

  readPoints: async ({ db }, { mapId }, uploads) => {
    await find(db, maps, mapId);
    return await lifIn(uploads, mapId);
  },

  importPoints: async (ctx, { mapId, version }, uploads) => {
    const { points } = await lifIn(uploads, mapId);
    const { elements } = await readDraft(ctx.db, mapId);
    const existing = new Set(shapesOf(elements).map(({ id }) => id));
    const added = points.filter(({ id }) => !existing.has(id));
    const all = { ...elements, points: [...elements.points, ...added] };
    const groundFileId = (await findDraft(ctx.db, mapId))?.gridFileId ?? undefined;
    const draft = await saveDraft(ctx, { mapId, version, elements: all, groundFileId });
    return { added: added.length, skipped: points.length - added.length, draft };
  },

  publish: withoutTransaction(publish, storedVersion),
});
