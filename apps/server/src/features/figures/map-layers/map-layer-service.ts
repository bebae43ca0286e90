import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import type { MapLayer, MapLayerName } from '@sweepline/contract';
import {
  closedAreas,
  rasterOf,
  tileBytes,
  tileRaster,
  brushPath,
  type Raster,
  type Tiles,
} from '@sweepline/map-core';
import { and, desc, eq, gte, lte, sql } from 'drizzle-orm';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { counted, find, visible, inValues } from '../../../platform/db/page.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { inShortTransaction } from '../../../platform/calls/without-transaction.ts';
import { readPlaces } from '../../alarms/assists/assist-service.ts';
import { readOwnPath } from '../../work/reports/report-read-service.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { readRunPath } from '../../work/tasks/run-path-service.ts';
import { runs } from '../../../entities/work/run-table.ts';
import { gridOf, storedGridOf } from '../../places/maps/cells/map-cells-service.ts';
import {
  addRun,
  agesAt,
  assistTiles,
  emptyRunLayers,
  signalTiles,
  type RunLayers,
} from './map-layer-rules.ts';
import { maps } from '../../../entities/places/map-table.ts';
import type { MapRecord } from '../../places/maps/drafts/map-version-service.ts';
import { measuredSignals } from './map-signals.ts';

/** A floor of 250 × 250 m with tiles of 0.25 m. */
const maxTiles = 1_000_000;
/** About three robots that clean twice a day for three months. */
const maxRuns = 600;
/** The last painted layers are cached, so that a change between layers does not paint again. */
const maxCached = 6;
/** A path may still be written for some seconds after its report. */
const pathSettlesMs = 30_000;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

interface Span {
  from: string;
  to: string;
}
interface LayerQuery extends Span {
  mapId: string;
  layer: MapLayerName;
}
interface Painted {
  layers: RunLayers;
  told: MapLayer['told'];
}

const cache = new Map<string, Promise<Painted>>();
let last: Promise<unknown> = Promise.resolve();

/** The latest runs of a period on a map, without their paths, and the total number of runs. */
const runsOn = (ctx: Ctx, map: MapRecord, { from, to }: Span) =>
  inShortTransaction(ctx, async (db) => {
    const where = and(
      visible(db, taskReports),
      // A robot of another company that reports this map id drove on another map.
      eq(taskReports.companyId, map.companyId),
      eq(taskReports.mapId, map.id),
      gte(taskReports.startedAt, from),
      lte(taskReports.startedAt, to),
    );
    const latest = await db
      .select({
        id: taskReports.id,
        endedAt: taskReports.endedAt,
        receivedAt: taskReports.receivedAt,
        startedAt: taskReports.startedAt,
        mapId: taskReports.mapId,
        file: taskReports.trajectoryFileId,
        plan: runs.plan,
        skipped: runs.skipped,
        version: runs.mapVersion,
        // Part of this query, so that runs without a path need no further query.
        hasPath: sql<boolean>`${taskReports.trajectoryFileId} is not null
          or run_has_path(${runs.companyId}, ${runs.id})`,
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
    const withHashes = latest.map((run) => ({ ...run, sha256: hashes.get(run.file ?? '') }));
    return { latest: withHashes, total: await counted(db, taskReports, where) };
  });
type Runs = Awaited<ReturnType<typeof runsOn>>;

const floorOf = async (ctx: Ctx, map: MapRecord) =>
  await gridOf(
    ctx.services.files,
    await inShortTransaction(ctx, (db) => storedGridOf(db, map, map.gridFileId)),
  );

/** The path of the robot's trajectory file, which needs no transaction; else the path of the telemetry stream. */
async function pathOf(ctx: Ctx, run: Runs['latest'][number]) {
  const own = run.sha256 && (await readOwnPath(ctx.services.files, run.sha256, run));
  return own || (await inShortTransaction(ctx, (db) => readRunPath(db, run.id)));
}

async function paint(ctx: Ctx, map: MapRecord, raster: Raster, { latest, total }: Runs): Promise<Painted> {
  const layers = emptyRunLayers(raster);
  const floor = await floorOf(ctx, map);
  const closed = closedAreas(map.elements.zones);
  const sources = { runs: 0, otherVersions: 0, withoutPath: 0, left: total - latest.length, places: 0 };
  for (const run of latest) {
    const { endedAt, plan, skipped, version } = run;
    // Paths are read one after the other, so that other calls and robots run between them.
    const path = run.hasPath ? brushPath(await pathOf(ctx, run)) : [];
    const areas = plan.areas.filter(({ areaId }) => !skipped.includes(areaId));
    if (!path.some(({ cleaning }) => cleaning)) {
      sources.withoutPath++;
      continue;
    }
    sources.runs++;
    if (version !== null && version !== map.version) sources.otherVersions++;
    const polygons = areas.map(({ polygon }) => polygon.map(([x, y]) => ({ x, y })));
    addRun(layers, { path, areas: polygons, tool: plan, endedAt }, floor, closed);
  }
  return { layers, told: sources };
}

/** The layers of runs. Requests are painted one after the other, and the result is cached for the other layers. */
async function paintedRuns(ctx: Ctx, map: MapRecord, raster: Raster, span: Span): Promise<Painted> {
  const runsOfSpan = await runsOn(ctx, map, span);
  const { latest, total } = runsOfSpan;
  const newest = Math.max(0, ...latest.map(({ receivedAt }) => Date.parse(receivedAt)));
  // A path may arrive after its report, and the trajectory file after the path of the stream.
  const paths = latest.reduce((sum, { file, hasPath }) => sum + (file ? 2 : hasPath ? 1 : 0), 0);
  const key = [map.id, map.version, map.gridFileId, span.from, span.to, total, paths, newest].join(' ');
  const cached = cache.get(key);
  if (cached) return await cached;
  const painting = last.then(() => paint(ctx, map, raster, runsOfSpan));
  last = painting.catch(() => {});
  if (ctx.now().getTime() - newest < pathSettlesMs) return await painting;
  cache.set(key, painting);
  painting.catch(() => cache.delete(key));
  const oldest = cache.keys().next().value;
  if (cache.size > maxCached && oldest !== undefined) cache.delete(oldest);
  return await painting;
}

const scales: Record<MapLayerName, number> = { PASSES: 1, AGE: 1 / 24, MISSED: 1, ASSISTS: 1, SIGNAL: -0.1 };
const ofPlaces = (places: number) => ({ runs: 0, otherVersions: 0, withoutPath: 0, left: 0, places });

async function tilesOf(
  ctx: Ctx,
  map: MapRecord,
  { layer, ...span }: LayerQuery,
): Promise<[Tiles, MapLayer['told']]> {
  const raster = tileRaster(map, maxTiles);
  if (layer === 'ASSISTS') {
    const places = await inShortTransaction(ctx, (db) => readPlaces(db, { ...span, mapId: map.id }));
    return [assistTiles(raster, places), ofPlaces(places.length)];
  }
  if (layer === 'SIGNAL') {
    const samples = await inShortTransaction(ctx, (db) => measuredSignals(db, map, raster, span));
    return [signalTiles(raster, samples), ofPlaces(samples.reduce((sum, { count }) => sum + count, 0))];
  }
  const { layers, told: sources } = await paintedRuns(ctx, map, raster, span);
  if (layer === 'PASSES') return [layers.passes, sources];
  if (layer === 'MISSED') return [layers.missed, sources];
  // A period may end in the future: ages are computed until now at most.
  const at = Math.min(Date.parse(span.to), ctx.now().getTime());
  return [agesAt(layers, at, map.elements.zones, await floorOf(ctx, map)), sources];
}

const deflate = promisify(deflateRaw);

/** One layer of a map, with its tiles deflated and encoded in base64. */
export async function readLayer(ctx: Ctx, query: LayerQuery): Promise<MapLayer> {
  const { mapId, layer, from, to } = query;
  const map = await inShortTransaction(ctx, (db) => find(db, maps, mapId));
  const [tiles, sources] = await tilesOf(ctx, map, query);
  const bytes: Buffer = await deflate(tileBytes(tiles.values));
  return {
    layer,
    from,
    to,
    raster: rasterOf(tiles),
    tiles: bytes.toString('base64'),
    scale: scales[layer],
    told: sources,
  };
}
