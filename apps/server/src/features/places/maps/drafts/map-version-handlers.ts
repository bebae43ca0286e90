import { mapVersionCalls, type MapElements, type MapImpact } from '@sweepline/contract';
import { and, desc, eq, ne } from 'drizzle-orm';
import { answer } from '../../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { counted, find, visible } from '../../../../platform/db/page.ts';
import { paginate } from '../../../../platform/db/paginate.ts';
import { inShortTransaction, withoutTransaction } from '../../../../platform/calls/without-transaction.ts';
import { fromChanged } from '../../../../platform/calls/recoveries.ts';
import { devices } from '../../../../entities/devices/device-table.ts';
import { tasks } from '../../../../entities/work/task-table.ts';
import { findDraft, storableElements } from './map-draft-service.ts';
import { checkFit, drawingOn } from '../map-fitness-service.ts';
import { impactOn } from '../map-impact-rules.ts';
import { maps } from '../../../../entities/places/map-table.ts';
import {
  addVersion,
  checkNoConflict,
  findVersion,
  openConflict,
  readVersion,
  versionRows,
  type MapRecord,
} from './map-version-service.ts';
import { mapVersions } from '../../../../entities/places/map-version-table.ts';

function checkCurrent(map: MapRecord, version: number): void {
  if (map.version !== version)
    throw new Refusal('changedMeanwhile', { words: { who: map.updatedBy, when: map.updatedAt } });
}

const groundOf = (row: typeof mapVersions.$inferSelect) => {
  const { gridFileId, freeM2, width, height, resolution, originX, originY } = row;
  return { gridFileId, freeM2, width, height, resolution, originX, originY };
};

/** Tasks on this map whose areas would change. */
async function impactsOf(db: Tx, map: MapRecord, after: MapElements): Promise<MapImpact[]> {
  const rows = await db
    .select({
      task: { id: tasks.id, name: tasks.name },
      zoneIds: tasks.zoneIds,
      device: { id: devices.id, nickname: devices.nickname, sn: devices.sn },
    })
    .from(tasks)
    .innerJoin(devices, eq(devices.id, tasks.deviceId))
    .where(and(eq(tasks.mapId, map.id), ne(tasks.state, 'DELETED'), visible(db, tasks)))
    .orderBy(tasks.name);
  return rows.flatMap(({ zoneIds, ...row }) => {
    const impact = impactOn(zoneIds, map.elements, after);
    return impact ? [{ ...row, ...impact }] : [];
  });
}

async function rollback(ctx: Ctx, input: { mapId: string; version: number; to: number; note: string }) {
  const { db, services, now, account } = ctx;
  const map = await find(db, maps, input.mapId, { lock: true });
  checkCurrent(map, input.version);
  await checkNoConflict(db, map.id);
  if (input.to === map.version) throw wrongField('to', 'CURRENT_VERSION');
  const old = await findVersion(db, map.id, input.to);
  const version = await addVersion(db, services, map, {
    elements: old.elements,
    ground: groundOf(old),
    origin: 'ROLLBACK',
    note: input.note || `← ${input.to}`,
    at: now().toISOString(),
    by: account.username,
  });
  return await readVersion(db, map.id, version);
}

interface SettleInput {
  mapId: string;
  version: number;
  take: 'DEVICE' | 'CLOUD' | 'MERGED';
  elements?: MapElements | undefined;
}

async function settle(ctx: Ctx, input: SettleInput) {
  const { mapId, take, elements } = input;
  if (take !== 'MERGED') return await inShortTransaction(ctx, (db) => settleIn(ctx, db, input));
  if (!elements) throw wrongField('elements', 'REQUIRED');
  const drawing = await inShortTransaction(ctx, async (db) =>
    drawingOn(db, await find(db, maps, mapId), { elements: storableElements(elements), gridFileId: null }),
  );
  // Warnings of either side are accepted; faults are refused.
  await checkFit(ctx, drawing, Infinity);
  return await inShortTransaction(ctx, (db) => settleIn(ctx, db, { ...input, elements: drawing.elements }));
}

/** A settlement ends with the current version of the map, new or not. */
const settled = fromChanged(mapVersions, (ctx: Ctx, { mapId }: SettleInput) =>
  inShortTransaction(ctx, async (db) => readVersion(db, mapId, (await find(db, maps, mapId)).version)),
);

async function settleIn(ctx: Ctx, db: Tx, { mapId, version, take, elements }: SettleInput) {
  const { services, now, account } = ctx;
  const map = await find(db, maps, mapId, { lock: true });
  checkCurrent(map, version);
  const conflicting = await openConflict(db, mapId);
  if (conflicting === undefined) throw new Refusal('wrongState');
  const theirs = await findVersion(db, mapId, conflicting);
  const at = now().toISOString();
  await db
    .update(mapVersions)
    .set({ settledAt: at, settledBy: account.username })
    .where(eq(mapVersions.id, theirs.id));
  if (take === 'DEVICE') return await readVersion(db, mapId, map.version);
  const ours = await findVersion(db, mapId, theirs.conflictWith ?? theirs.version);
  const settled = await addVersion(db, services, map, {
    elements: take === 'CLOUD' ? ours.elements : (elements ?? ours.elements),
    // A user merges the drawing. The grid of the robot is the newer scan.
    ...(take === 'CLOUD' && { ground: groundOf(ours) }),
    origin: 'CLOUD',
    note: `${theirs.conflictWith} ⋈ ${theirs.version}`,
    at,
    by: account.username,
  });
  return await readVersion(db, mapId, settled);
}

export const mapVersionAnswers = answer(mapVersionCalls, {
  list: async ({ db }, { mapId, ...page }) => {
    await find(db, maps, mapId);
    const where = and(eq(mapVersions.mapId, mapId), visible(db, mapVersions));
    const rows = versionRows(db).where(where).orderBy(desc(mapVersions.version));
    return await paginate(page, rows, counted(db, mapVersions, where));
  },

  detail: async ({ db }, { mapId, version }) => {
    const { name } = await find(db, maps, mapId);
    const { elements } = await findVersion(db, mapId, version);
    return { ...(await readVersion(db, mapId, version)), mapName: name, elements };
  },

  rollback,

  impact: async ({ db }, { mapId, to }) => {
    const map = await find(db, maps, mapId);
    const after =
      to === undefined ? (await findDraft(db, mapId))?.elements : (await findVersion(db, mapId, to)).elements;
    return { impacts: after ? await impactsOf(db, map, after) : [] };
  },

  settle: withoutTransaction(settle, settled),
});
