import { coverageShare } from '@sweepline/map-core';
import type { MeasuredArea } from '../../apps/server/src/entities/work/report-table.ts';
import type { Tx } from '../../apps/server/src/platform/db/db.ts';
import { storeFile, type FileStore } from '../../apps/server/src/platform/files/files.ts';
import type { PastRun } from './history.ts';
import type { RunFiles } from './record-runs.ts';

/** One row by database column names. */
type Row = Record<string, unknown>;
const rowsAtOnce = 500;

/** Writes runs and their reports; `files` are the uploads of recent runs by run id. */
export async function buildReports(
  db: Tx,
  store: FileStore,
  now: () => Date,
  runs: readonly PastRun[],
  files: ReadonlyMap<string, RunFiles>,
) {
  const reports: Row[] = [];
  for (const run of runs) reports.push(reportRow(run, await uploads(db, store, now, files.get(run.id))));
  await insert(db, 'runs', runs.map(runRow));
  await insert(db, 'task_reports', reports);
}

async function insert(db: Tx, table: 'runs' | 'task_reports', rows: readonly Row[]) {
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const group = rows.slice(first, first + rowsAtOnce);
    const columns = Object.keys(group[0]!)
      .map((name) => `"${name}"`)
      .join(', ');
    await db.raw(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1::text::jsonb)`,
      [JSON.stringify(group)],
    );
  }
}

/** File ids of the uploads of a run. */
interface Uploaded {
  trajectory: string;
  coverage: string | undefined;
}

async function uploads(db: Tx, store: FileStore, now: () => Date, files: RunFiles | undefined) {
  if (!files) return undefined;
  const { companyId } = files.run.task;
  const trajectory = await storeFile(db, store, now, {
    companyId,
    kind: 'TRAJECTORY',
    name: `${files.run.id}.traj.gz`,
    mediaType: 'application/gzip',
    content: files.trajectory,
  });
  const coverage =
    files.coverage &&
    (await storeFile(db, store, now, {
      companyId,
      kind: 'COVERAGE',
      name: `${files.run.id}.png`,
      mediaType: 'image/png',
      content: files.coverage,
    }));
  return { trajectory: trajectory.id, coverage: coverage?.id };
}

const states = { SUCCESS: 'SUCCESS', PARTIAL: 'INTERRUPTED', FAILED: 'FAILED' } as const;

/** The plan with which the run was started. */
function planOf({ task }: PastRun) {
  const { zone, areaM2, cleaningMode, strength, model } = task;
  return {
    cleaningMode,
    strength,
    repetitions: 1,
    strategy: 'FULL',
    pattern: 'EDGE_THEN_FILL',
    finish: 'CHARGE',
    areas: [{ areaId: zone.id, name: zone.name, polygon: zone.points.map(({ x, y }) => [x, y]), areaM2 }],
    taskVersion: 1,
    toolWidthM: model.cleaningWidthM,
    maxSpeedMps: model.maxSpeedMps,
  };
}

const coverageOfRun = ({ plannedM2, noGoM2, cleanedM2 }: PastRun) =>
  coverageShare(cleanedM2, plannedM2 - noGoM2) ?? 0;

function runRow(run: PastRun): Row {
  const { task, startedAt, endedAt } = run;
  let at = startedAt.getTime();
  const timeline = run.phases.map(({ phase, seconds }) => {
    const startTime = new Date(at).toISOString();
    at += seconds * 1000;
    return { phase, at: startTime };
  });
  return {
    id: run.id,
    company_id: task.companyId,
    kind: 'CLEANING',
    name: task.name,
    task_id: task.id,
    device_id: task.deviceId,
    map_id: task.world.mapId,
    map_version: 1,
    origin: 'CLOUD',
    state: states[run.result],
    phase: '',
    code: run.code,
    by: 'system',
    area_index: 0,
    area_count: 1,
    planned_m2: run.plannedM2 - run.noGoM2,
    cleaned_m2: run.cleanedM2,
    coverage: coverageOfRun(run),
    plan: planOf(run),
    phases: timeline,
    created_at: startedAt.toISOString(),
    started_at: startedAt.toISOString(),
    ended_at: endedAt.toISOString(),
    stale: false,
    report_missing: false,
    task_seq: 0,
    revision: 1,
  };
}

const fileColumns = (files: Uploaded | undefined, mapId: string): Row => ({
  trajectory_file_id: files?.trajectory ?? null,
  coverage_files: files?.coverage ? [{ mapId, fileId: files.coverage }] : [],
});

/** The area as the robot reports it. */
const areaOf = (run: PastRun) => ({
  areaId: run.task.zone.id,
  mapId: run.task.world.mapId,
  mapVersion: '1',
  cleaningMode: run.task.cleaningMode,
  strength: run.task.strength,
  repetitions: 1,
  plannedM2: run.plannedM2,
  cleanedM2: run.cleanedM2,
  coverage: coverageOfRun(run),
  seconds: run.cleaningSeconds,
});

const measuredOf = ({
  task,
  plannedM2,
  noGoM2,
  reachableM2,
  cleanedM2,
  notCleanedM2,
  passes,
}: PastRun): MeasuredArea => ({
  areaId: task.zone.id,
  plannedM2,
  noGoM2,
  reachableM2,
  cleanedM2,
  notCleanedM2,
  passes,
});

function reportRow(run: PastRun, files: Uploaded | undefined): Row {
  const { task } = run;
  return {
    id: run.id,
    company_id: task.companyId,
    device_id: task.deviceId,
    task_id: task.id,
    map_id: task.world.mapId,
    result: run.result,
    code: run.code,
    started_at: run.startedAt.toISOString(),
    ended_at: run.endedAt.toISOString(),
    planned_m2: run.plannedM2,
    cleaned_m2: run.cleanedM2,
    no_go_m2: run.noGoM2,
    reachable_m2: run.reachableM2,
    uncleaned_m2: run.notCleanedM2,
    measured: [measuredOf(run)],
    driving: run.way?.driving ?? null,
    coverage: coverageOfRun(run),
    seconds: run.seconds,
    cleaning_seconds: run.cleaningSeconds,
    distance_m: run.distanceM,
    water_l: run.waterL,
    dirty_water_l: run.dirtyWaterL,
    energy_wh: run.energyWh,
    soc_start: run.socStart,
    soc_end: run.socEnd,
    charges: 0,
    replenishes: 0,
    mop_washes: 0,
    areas: [areaOf(run)],
    phases: run.phases,
    pauses: [],
    alarm_ids: [],
    consumables: [],
    ...fileColumns(files, task.world.mapId),
    received_at: run.endedAt.toISOString(),
  };
}
