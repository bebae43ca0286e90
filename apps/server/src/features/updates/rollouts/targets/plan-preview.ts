import type { OtaPlan, OtaPreview, UpdateWindow } from '@sweepline/contract';
import { and, eq, isNotNull } from 'drizzle-orm';
import { deviceLives } from '../../../../entities/devices/device-live-table.ts';
import { siteUpdateWindows } from '../../../../entities/updates/ota-task-table.ts';
import { sites } from '../../../../entities/places/site-table.ts';
import type { Ctx } from '../../../../platform/calls/ctx.ts';
import type { Tx } from '../../../../platform/db/db.ts';
import { inValues, visible } from '../../../../platform/db/page.ts';
import { robotZones } from '../robot-zone.ts';
import { opensAt } from '../window-rules.ts';
import { countVerdicts, type PlannedTargets, type Target } from './target-plan.ts';

const maxSites = 50;

/** The robots that are connected by Wi-Fi now. */
async function onWifi(db: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ id: deviceLives.id })
    .from(deviceLives)
    .where(
      and(
        inValues(deviceLives.id, ids),
        visible(db, deviceLives),
        isNotNull(deviceLives.networkMode),
        eq(deviceLives.networkMode, 'WIFI'),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** The update window of each site that has one. */
async function siteWindows(db: Tx, siteIds: readonly string[]) {
  const rows = await db
    .select({ siteId: siteUpdateWindows.siteId, window: siteUpdateWindows.window })
    .from(siteUpdateWindows)
    .where(and(inValues(siteUpdateWindows.siteId, siteIds), visible(db, siteUpdateWindows)));
  return new Map(rows.map(({ siteId, window }) => [siteId, window]));
}

const siteIdsOf = (targets: readonly Target[]) => [
  ...new Set(targets.flatMap(({ device }) => device.siteId ?? [])),
];

type FirstWindow = OtaPreview['sites'][number];
type WindowRules = Pick<OtaPlan, 'window' | 'force'>;

const firstWindow = (
  place: Pick<FirstWindow, 'siteId' | 'name' | 'robots' | 'timezone'>,
  window: UpdateWindow | null,
  nowMs: number,
): FirstWindow => {
  const firstMs = window ? opensAt(window, place.timezone, nowMs) : nowMs;
  return { ...place, firstAt: new Date(firstMs).toISOString() };
};

async function windowsOfSites(
  db: Tx,
  { window, force }: WindowRules,
  targets: readonly Target[],
  nowMs: number,
): Promise<FirstWindow[]> {
  const ids = siteIdsOf(targets);
  const rows = await db
    .select({ id: sites.id, name: sites.name, timezone: sites.timezone })
    .from(sites)
    .where(and(inValues(sites.id, ids), visible(db, sites)));
  const windows = await siteWindows(db, ids);
  return rows.map(({ id, name, timezone }) => {
    const robots = targets.filter(({ device }) => device.siteId === id).length;
    const place = { siteId: id, name, robots, timezone };
    return firstWindow(place, force ? null : (windows.get(id) ?? window), nowMs);
  });
}

/** Robots without a site, by their time zone. */
async function windowsWithoutSite(
  db: Tx,
  { window, force }: WindowRules,
  targets: readonly Target[],
  nowMs: number,
): Promise<FirstWindow[]> {
  const ids = targets.flatMap(({ device }) => (device.siteId === null ? device.id : []));
  const zones = Map.groupBy(ids, await robotZones(db, ids));
  return [...zones].map(([timezone, { length: robots }]) =>
    firstWindow({ siteId: null, name: '', robots, timezone }, force ? null : window, nowMs),
  );
}

async function firstWindows(db: Tx, rules: WindowRules, targets: readonly Target[], nowMs: number) {
  const all = [
    ...(await windowsOfSites(db, rules, targets, nowMs)),
    ...(await windowsWithoutSite(db, rules, targets, nowMs)),
  ];
  return all
    .toSorted((a, b) => (a.firstAt === b.firstAt ? b.robots - a.robots : a.firstAt < b.firstAt ? -1 : 1))
    .slice(0, maxSites);
}

const bytesOf = (targets: readonly Target[]) =>
  targets.reduce((sum, { way }) => sum + way.reduce((bytes, step) => bytes + step.bytes, 0), 0);

/** What a plan would do. */
export async function previewOf(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  plan: OtaPlan,
  { goal, targets }: PlannedTargets,
): Promise<OtaPreview> {
  const { window, force } = plan;
  const updates = targets.filter(({ verdict }) => verdict === 'UPDATES');
  const wifi = await onWifi(
    db,
    updates.map(({ device }) => device.id),
  );
  const mobile = updates.filter(({ device }) => device.iccid !== null && !wifi.has(device.id));
  return {
    verdicts: countVerdicts(targets),
    stages: plan.stages.map((_, n) => updates.filter(({ place }) => place?.stage === n).length),
    bytes: bytesOf(updates),
    mobileBytes: bytesOf(mobile),
    sites: await firstWindows(db, { window, force: force || goal.forced }, updates, now().getTime()),
  };
}
