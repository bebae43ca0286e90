import { planLimits, sitePlanCalls, type PlanPair } from '@sweepline/contract';
import { alignmentOf } from '@sweepline/map-core';
import { and, eq, ilike, or } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { storeFile } from '../../../platform/files/files.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { encodeAgain } from '../../../platform/files/picture.ts';
import { bytesOf, uploadOf, type Uploads } from '../../../platform/calls/input.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { checkVersion, contains, counted, find, visible } from '../../../platform/db/page.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { elevatorProjects } from '../../../entities/places/elevator-table.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { updateMap } from '../maps/map-service.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { findFloor, readSite, robotsOfSite, siteRows, touchSite } from './site-service.ts';
import { floors, sites } from '../../../entities/places/site-table.ts';

interface SiteInput {
  name: string;
  address: string;
  timezone: string;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
}

/** The columns of a site. Refuses a position with only one coordinate. */
function siteValues({ latitude = null, longitude = null, ...input }: SiteInput) {
  if ((latitude === null) !== (longitude === null))
    throw wrongField(latitude === null ? 'latitude' : 'longitude', 'REQUIRED');
  return { ...input, latitude, longitude };
}

/** Refuses the name of another site of the company. */
async function checkName({ db }: Ctx, companyId: string, name: string, exceptId?: string): Promise<void> {
  const [same] = await db
    .select({ id: sites.id })
    .from(sites)
    .where(and(eq(sites.companyId, companyId), eq(sites.name, name)));
  if (same && same.id !== exceptId) throw wrongField('name', 'NAME_TAKEN');
}

async function checkFloorName({ db }: Ctx, siteId: string, name: string, exceptId?: string): Promise<void> {
  const [same] = await db
    .select({ id: floors.id })
    .from(floors)
    .where(and(eq(floors.siteId, siteId), eq(floors.name, name)));
  if (same && same.id !== exceptId) throw wrongField('name', 'NAME_TAKEN');
}

interface OnFloor {
  siteId: string;
  floorId: string;
}

/** Removes the alignments of all maps of a floor, because the floor's picture changed. */
async function clearAlignments(ctx: Ctx, floorId: string): Promise<void> {
  const aligned = await ctx.db.select().from(maps).where(eq(maps.floorId, floorId));
  for (const map of aligned) if (map.planPairs.length > 0) await updateMap(ctx, map, { planPairs: [] });
}

async function storePlan(ctx: Ctx, { siteId, floorId }: OnFloor, uploads: Uploads) {
  const { db, services, now } = ctx;
  const { site, floor } = await findFloor(db, siteId, floorId);
  const bytes = await bytesOf(uploadOf(uploads, 'plan').content);
  const { content, mediaType, width, height } = await encodeAgain(bytes, {
    side: planLimits.side,
    tooLong: (size) => wrongField('plan', 'PICTURE_SIZE', { ...size, max: planLimits.side }),
  });
  const file = { companyId: site.companyId, kind: 'FLOOR_PLAN', name: floor.name, mediaType, content };
  const { id } = await storeFile(db, services.files, now, file);
  const plan = { planFileId: id, planWidth: width, planHeight: height };
  await db.update(floors).set(plan).where(eq(floors.id, floorId));
  // A new picture of the same size usually shows the same section of the floor. A picture of another size does not.
  if (floor.planWidth !== width || floor.planHeight !== height) await clearAlignments(ctx, floorId);
  await touchSite(ctx, siteId);
  return await readSite(db, siteId);
}

async function align(ctx: Ctx, input: OnFloor & { mapId: string; pairs: PlanPair[] }) {
  const { db } = ctx;
  const { siteId, floorId, mapId, pairs } = input;
  const { floor } = await findFloor(db, siteId, floorId);
  const map = await find(db, maps, mapId, { lock: true });
  if (map.floorId !== floorId) throw wrongField('mapId', 'MAP_OF_OTHER_FLOOR');
  if (pairs.length > 0) {
    if (!floor.planFileId) throw wrongField('floorId', 'NO_FLOOR_PLAN');
    if (pairs.length < 2) throw wrongField('pairs', 'PLAN_PAIRS', { min: 2, max: planLimits.pairs });
    const { planWidth, planHeight } = floor;
    const onPicture = pairs.every(
      ({ plan: { x, y } }) => x >= 0 && y >= 0 && x <= (planWidth ?? 0) && y <= (planHeight ?? 0),
    );
    if (!onPicture) throw wrongField('pairs', 'OUTSIDE_PLAN');
    if (!alignmentOf(pairs)) throw wrongField('pairs', 'SAME_SPOT');
  }
  await updateMap(ctx, map, { planPairs: pairs });
  return await readSite(db, siteId);
}

const onSite = async (ctx: Ctx, siteId: string, change: () => Promise<unknown>) => {
  await find(ctx.db, sites, siteId, { lock: true });
  await change();
  await touchSite(ctx, siteId);
  return await readSite(ctx.db, siteId);
};

const sortable = { name: sites.name, updatedAt: sites.updatedAt };

export const sitePlanAnswers = answer(sitePlanCalls, {
  overview: ({ db }, { keyword, companyId, sort = 'name', ...page }) => {
    const text = keyword ? contains(keyword) : undefined;
    const where = and(
      visible(db, sites),
      companyId ? eq(sites.companyId, companyId) : undefined,
      text ? or(ilike(sites.name, text), ilike(sites.address, text)) : undefined,
    );
    const rows = siteRows(db)
      .where(where)
      .orderBy(...orderBy(sortable, sort, sites.id));
    return paginate(page, rows, counted(db, sites, where));
  },

  detail: ({ db }, { id }) => readSite(db, id),

  robots: async ({ db }, { id }) => {
    await find(db, sites, id);
    return { robots: await robotsOfSite(db, id) };
  },

  create: async (ctx, { companyId = ctx.account.companyId, ...input }) => {
    await findCompany(ctx.db, companyId);
    const values = siteValues(input);
    await checkName(ctx, companyId, values.name);
    const id = newId();
    const at = ctx.now().toISOString();
    const stamp = { createdAt: at, updatedAt: at, updatedBy: ctx.account.username };
    await ctx.db.insert(sites).values({ id, companyId, ...values, ...stamp });
    return await readSite(ctx.db, id);
  },

  update: async (ctx, { id, version, ...input }) => {
    const site = await find(ctx.db, sites, id, { lock: true });
    checkVersion(site, version);
    const values = siteValues(input);
    await checkName(ctx, site.companyId, values.name, id);
    await ctx.db.update(sites).set(values).where(eq(sites.id, id));
    await touchSite(ctx, id);
    return await readSite(ctx.db, id);
  },

  remove: async ({ db }, { id }) => {
    await find(db, sites, id, { lock: true });
    const [device] = await db.select({ id: devices.id }).from(devices).where(eq(devices.siteId, id)).limit(1);
    const [map] = await db.select({ id: maps.id }).from(maps).where(eq(maps.siteId, id)).limit(1);
    if (device || map) throw new Refusal('siteInUse');
    const projects = await db
      .select({ name: elevatorProjects.name })
      .from(elevatorProjects)
      .where(eq(elevatorProjects.siteId, id));
    if (projects.length > 0)
      throw new Refusal('siteHasElevators', {
        words: { names: projects.map(({ name }) => name).join(' · ') },
      });
    await db.delete(sites).where(eq(sites.id, id));
    return {};
  },

  addFloor: async (ctx, { siteId, name }) => {
    const { companyId } = await find(ctx.db, sites, siteId, { lock: true });
    await checkFloorName(ctx, siteId, name);
    const above = await counted(ctx.db, floors, eq(floors.siteId, siteId));
    const row = { companyId, siteId, name, position: above };
    return await onSite(ctx, siteId, () => ctx.db.insert(floors).values(row));
  },

  renameFloor: async (ctx, { siteId, floorId, name }) => {
    await findFloor(ctx.db, siteId, floorId);
    await checkFloorName(ctx, siteId, name, floorId);
    return await onSite(ctx, siteId, () => ctx.db.update(floors).set({ name }).where(eq(floors.id, floorId)));
  },

  orderFloors: (ctx, { siteId, floorIds }) =>
    onSite(ctx, siteId, async () => {
      const rows = await ctx.db.select({ id: floors.id }).from(floors).where(eq(floors.siteId, siteId));
      const ordered = new Set(floorIds);
      if (ordered.size !== rows.length || rows.some(({ id }) => !ordered.has(id)))
        throw wrongField('floorIds', 'FLOORS_INCOMPLETE');
      for (const [position, id] of floorIds.entries())
        await ctx.db.update(floors).set({ position }).where(eq(floors.id, id));
    }),

  removeFloor: async (ctx, { siteId, floorId }) => {
    await findFloor(ctx.db, siteId, floorId);
    const [map] = await ctx.db.select({ id: maps.id }).from(maps).where(eq(maps.floorId, floorId)).limit(1);
    if (map) throw new Refusal('floorInUse');
    return await onSite(ctx, siteId, () => ctx.db.delete(floors).where(eq(floors.id, floorId)));
  },

  plan: storePlan,

  removePlan: async (ctx, { siteId, floorId }) => {
    await findFloor(ctx.db, siteId, floorId);
    await clearAlignments(ctx, floorId);
    const none = { planFileId: null, planWidth: null, planHeight: null };
    return await onSite(ctx, siteId, () => ctx.db.update(floors).set(none).where(eq(floors.id, floorId)));
  },

  align,
});
