import { runCalls, type TrailPoint } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { commands } from '../../../entities/devices/command-table.ts';
import type { RunRow } from '../../../entities/work/run-table.ts';
import { fromInserted } from '../../../platform/calls/recoveries.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { floorOf } from './run-floor.ts';
import { readRunPath } from './run-path-service.ts';
import { listRuns, openStates, readRun, startedRun } from './run-read.ts';
import { restOfRun } from './run-rest.ts';
import { tourOf } from './run-tour.ts';
import { zoneStatesOf } from './run-zone-rules.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';

/**
 * Runs a command on a visible open run and returns the run after it. `isDone` tells whether an interrupted command reached its
 * end; otherwise it is carried out again.
 */
const onOpenRun = <I extends { id: string }>(
  action: (input: I, by: string) => Promise<unknown>,
  isDone: (row: RunRow, input: I) => boolean,
) =>
  withoutTransaction(
    async (ctx: Ctx, input: I) => {
      const { id } = input;
      const { run } = await inShortTransaction(ctx, (db) => readRun(db, id));
      if (!openStates.includes(run.state)) throw new Refusal('wrongState');
      await withCallRefusals(action(input, ctx.account.username));
      return (await inShortTransaction(ctx, (db) => readRun(db, id))).run;
    },
    fromInserted(commands, async (db, _id, input: I) => {
      const { run, row } = await readRun(db, input.id);
      return isDone(row, input) || !openStates.includes(run.state) ? run : undefined;
    }),
  );

/** The path of a run, with the points that are not written yet. */
async function pathSoFar(db: Tx, robots: Robots, { id, deviceId }: RunRow): Promise<TrailPoint[]> {
  const stored = await readRunPath(db, id);
  // Points that were written during the read can be in both.
  const lastMs = stored.at(-1)?.[0] ?? -1;
  const unwritten = await robots.unwrittenPath(deviceId, id);
  return [...stored, ...unwritten.filter(([atMs]) => atMs > lastMs)];
}

export const runAnswers = ({ robots }: { robots: Robots }) =>
  answer(runCalls, {
    list: ({ db }, input) => listRuns(db, input),

    detail: withoutTransaction(async (ctx: Ctx, { id }: { id: string }) => {
      const { run, row } = await inShortTransaction(ctx, (db) => readRun(db, id));
      const states = zoneStatesOf(row);
      const zones = row.plan.areas.map(({ areaId, name, polygon }) => ({
        id: areaId,
        name,
        points: polygon.map(([x, y]) => ({ x, y })),
        state: states.get(areaId) ?? 'WAITING',
      }));
      const path = () => inShortTransaction(ctx, (db) => pathSoFar(db, robots, row));
      const floor = await floorOf(ctx, row, path);
      return { ...run, phases: row.phases, tour: row.toured, zones, floor };
    }),

    path: async ({ db }, { id }) => {
      const { row } = await readRun(db, id);
      const points = await pathSoFar(db, robots, row);
      const { toolWidthM, toolOffsetM = 0 } = row.plan;
      return { runId: id, mapId: row.mapId, toolWidthM, toolOffsetM, points };
    },

    pause: onOpenRun(
      ({ id }, by) => robots.runs.pause(id, by),
      ({ state }) => state === 'PAUSED',
    ),
    resume: onOpenRun(
      ({ id }, by) => robots.runs.resume(id, by),
      ({ state }) => state === 'IN_PROGRESS',
    ),
    stop: onOpenRun(
      ({ id }, by) => robots.runs.cancel(id, by),
      ({ state }) => !openStates.includes(state),
    ),
    skipZone: onOpenRun(
      ({ id, zoneId }: { id: string; zoneId: string }, by) => robots.runs.skip(id, zoneId, by),
      ({ skipped }, { zoneId }) => skipped.includes(zoneId),
    ),

    rest: withoutTransaction(async (ctx, { id, deviceId, withoutZones }) => {
      const { request, open } = await inShortTransaction(ctx, (db) =>
        restOfRun(db, { id, deviceId, by: ctx.account.username, withoutZones }),
      );
      // The open run is canceled only after the check that the other robot can take over.
      await withCallRefusals(robots.runs.check(request));
      if (open) await withCallRefusals(robots.runs.cancel(id, ctx.account.username));
      const { id: nextId } = await withCallRefusals(robots.runs.start(request));
      return (await inShortTransaction(ctx, (db) => readRun(db, nextId))).run;
    }, startedRun),

    promote: withoutTransaction(async (ctx, input) => {
      const request = await inShortTransaction(ctx, (db) => tourOf(db, input, ctx.account.username));
      const { id } = await withCallRefusals(robots.runs.start(request));
      return (await inShortTransaction(ctx, (db) => readRun(db, id))).run;
    }, startedRun),
  });
