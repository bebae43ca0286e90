import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { MapLayer, MapLayerName } from '@sweepline/contract';
import {
  closedAreas,
  rasterOf,
  tileBytes,
  tileRaster,
  wayOf,
  type Raster,
  type Tiles,
} from '@sweepline/map-core';
import { and, desc, eq, gte, lte, sql } from 'drizzle-orm';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { counted, find, visible, inValues } from '../../../platform/db/page.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { inShortTransaction } from '../../../platform/calls/without-transaction.ts';
import { signalsHeard } from '../../../robots/sessions/history-service.ts';
import { readPlaces } from '../../assists/assist-service.ts';
import { readOwnPath } from '../../task-reports/report-read-service.ts';
import { taskReports } from '../../task-reports/report-table.ts';
import { readRunPath } from '../../tasks/run-path-service.ts';
import { runPaths } from '../../tasks/run-path-table.ts';
import { runs } from '../../tasks/run-table.ts';
import { gridOf, storedGridOf } from './map-cells-service.ts';
import {
  addRun,
  agesAt,
  assistTiles,
  emptyRunLayers,
  signalTiles,
  type RunLayers,
} from './map-layer-rules.ts';
import { maps } from '../map-table.ts';
import type { MapRecord } from '../drafts/map-version-service.ts';

/** A floor of 250 × 250 m in quarters of a metre. */
const maxTiles = 1_000_000;
/** Three robots that clean twice a day, for three months. */
const maxRuns = 600;
/** What was painted last is kept, so that going from one layer to another paints nothing anew. */
const maxCached = 6;
/** A path goes on being written for some seconds after its report has come. */
const pathSettlesMs = 30_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Span {
  from: string;
  to: string;
}
interface Asked extends Span {
  mapId: string;
  layer: MapLayerName;
}
interface Painted {
  layers: RunLayers;
  told: MapLayer['told'];
}

const kept = new Map<string, Promise<Painted>>();
let last: Promise<unknown> = Promise.resolve();

/** The latest runs of a stretch on a map, without their paths, and how many there are in all. */
const runsOn = (ctx: Ctx, map: MapRecord, { from, to }: Span) =>
  inShortTransaction(ctx, async (db) => {
    const where = and(
      visible(db, taskReports),
      // Another company's robot that names this map drove somewhere else.
      eq(taskReports.companyId, map.companyId),
      eq(taskReports.mapId, map.id),
      gte(taskReports.startedAt, from),
      lte(taskReports.startedAt, to),
    );
    const latest = await db
      .select({
        ...{ id: taskReports.id, endedAt: taskReports.endedAt, receivedAt: taskReports.receivedAt },
        ...{ startedAt: taskReports.startedAt, mapId: taskReports.mapId },
        ...{
          file: taskReports.trajectoryFileId,
          plan: runs.plan,
          skipped: runs.skipped,
          version: runs.mapVersion,
        },
        // Asked here, so that nothing is opened for the many runs of robots that told none.
        hasPath: sql<boolean>`${taskReports.trajectoryFileId} is not null
          or exists (select 1 from ${runPaths} where ${runPaths.runId} = ${taskReports.id})`,
      })
      .from(taskReports)
      .innerJoin(runs, eq(runs.id, taskReports.id))
      .where(where)
      .orderBy(desc(taskReports.startedAt), desc(taskReports.id))
      .limit(maxRuns);
    const stored = await db
      .select({ id: storedFiles.id, sha256: storedFiles.sha256 })
      .from(storedFiles)
      .where(
        inValues(
          storedFiles.id,
          latest.flatMap(({ file }) => (file && uuid.test(file) ? [file] : [])),
        ),
      );
    const hashes = new Map(stored.map(({ id, sha256 }) => [id, sha256]));
    const found = latest.map((run) => ({ ...run, sha256: hashes.get(run.file ?? '') }));
    return { latest: found, total: await counted(db, taskReports, where) };
  });
type Runs = Awaited<ReturnType<typeof runsOn>>;

const floorOf = async (ctx: Ctx, map: MapRecord) =>
  await gridOf(
    ctx.services.files,
    await inShortTransaction(ctx, (db) => storedGridOf(db, map, map.gridFileId)),
  );

/** The robot's own way where it sent one that can be read, for which no transaction is opened; else the stream's. */
async function pathOf(ctx: Ctx, run: Runs['latest'][number]) {
  const own = run.sha256 && (await readOwnPath(ctx.services.files, run.sha256, run));
  return own || (await inShortTransaction(ctx, (db) => readRunPath(db, run.id)));
}

async function paint(ctx: Ctx, map: MapRecord, raster: Raster, { latest, total }: Runs): Promise<Painted> {
  const layers = emptyRunLayers(raster);
  const floor = await floorOf(ctx, map);
  const closed = closedAreas(map.elements.zones);
  const told = { runs: 0, otherVersions: 0, withoutPath: 0, left: total - latest.length, places: 0 };
  for (const run of latest) {
    const { endedAt, plan, skipped, version } = run;
    // One after the other: between two of them everybody else's calls and robots have their turn.
    const way = run.hasPath ? wayOf(await pathOf(ctx, run)) : [];
    const areas = plan.areas.filter(({ areaId }) => !skipped.includes(areaId));
    if (!way.some(({ cleaning }) => cleaning)) {
      told.withoutPath++;
      continue;
    }
    told.runs++;
    if (version !== null && version !== map.version) told.otherVersions++;
    const polygons = areas.map(({ polygon }) => polygon.map(([x, y]) => ({ x, y })));
    addRun(layers, { way, areas: polygons, toolWidthM: plan.toolWidthM, endedAt }, floor, closed);
  }
  return { layers, told };
}

/** The layers of runs, painted one request after another and kept for the next layer somebody looks at. */
async function paintedRuns(ctx: Ctx, map: MapRecord, raster: Raster, span: Span): Promise<Painted> {
  const found = await runsOn(ctx, map, span);
  const newest = Math.max(0, ...found.latest.map(({ receivedAt }) => Date.parse(receivedAt)));
  // A path may come after its report, and a robot's own file after the stream's path.
  const paths = found.latest.reduce((sum, { file, hasPath }) => sum + (file ? 2 : hasPath ? 1 : 0), 0);
  const key = [map.id, map.version, map.gridFileId, span.from, span.to, found.total, paths, newest].join(' ');
  const known = kept.get(key);
  if (known) return await known;
  const painting = last.then(() => paint(ctx, map, raster, found));
  last = painting.catch(() => {});
  if (ctx.now().getTime() - newest < pathSettlesMs) return await painting;
  kept.set(key, painting);
  painting.catch(() => kept.delete(key));
  const oldest = kept.keys().next().value;
  if (kept.size > maxCached && oldest !== undefined) kept.delete(oldest);
  return await painting;
}

const scales: Record<MapLayerName, number> = { PASSES: 1, AGE: 1 / 24, MISSED: 1, ASSISTS: 1, SIGNAL: -0.1 };
const ofPlaces = (places: number) => ({ runs: 0, otherVersions: 0, withoutPath: 0, left: 0, places });

async function tilesOf(
  ctx: Ctx,
  map: MapRecord,
  { layer, ...span }: Asked,
): Promise<[Tiles, MapLayer['told']]> {
  const raster = tileRaster(map, maxTiles);
  if (layer === 'ASSISTS') {
    const places = await inShortTransaction(ctx, (db) => readPlaces(db, { ...span, mapId: map.id }));
    return [assistTiles(raster, places), ofPlaces(places.length)];
  }
  if (layer === 'SIGNAL') {
    const heard = await inShortTransaction(ctx, (db) => signalsHeard(db, map, raster, span));
    return [signalTiles(raster, heard), ofPlaces(heard.reduce((sum, { count }) => sum + count, 0))];
  }
  const { layers, told } = await paintedRuns(ctx, map, raster, span);
  if (layer === 'PASSES') return [layers.passes, told];
  if (layer === 'MISSED') return [layers.missed, told];
  // A stretch that ends tonight is not over: nothing has aged until then.
  const at = Math.min(Date.parse(span.to), ctx.now().getTime());
  return [agesAt(layers, at, map.elements.zones, await floorOf(ctx, map)), told];
}

const packed = promisify(deflateRaw);

/** One layer of a map, ready to be sent. */
export async function readLayer(ctx: Ctx, asked: Asked): Promise<MapLayer> {
  const { mapId, layer, from, to } = asked;
  const map = await inShortTransaction(ctx, (db) => find(db, maps, mapId));
  const [tiles, told] = await tilesOf(ctx, map, asked);
  const bytes: Buffer = await packed(tileBytes(tiles.values));
  return {
    layer,
    from,
    to,
    raster: rasterOf(tiles),
    tiles: bytes.toString('base64'),
    scale: scales[layer],
    told,
  };
}
