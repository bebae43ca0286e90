import { runCalls } from '@sweepline/contract';
import { answer } from '../../platform/calls.ts';
import { Refusal, type Ctx } from '../../platform/ctx.ts';
import { briefly, waiting } from '../../platform/waiting.ts';
import { asked, type Robots } from '../devices/robots-service.ts';
import { readRunPath } from './run-path-service.ts';
import { listRuns, openStates, readRun } from './run-read.ts';

/** Asks the robot's side to act on an open run of the caller's companies, and answers the run as it is then. */
const acting = (action: (id: string) => Promise<unknown>) =>
  waiting(async (ctx: Ctx, { id }: { id: string }) => {
    const { run } = await briefly(ctx, (db) => readRun(db, id));
    if (!openStates.includes(run.state)) throw new Refusal('wrongState');
    await asked(action(id));
    return (await briefly(ctx, (db) => readRun(db, id))).run;
  });

export const runAnswers = ({ robots }: { robots: Robots }) =>
  answer(runCalls, {
    list: ({ db }, input) => listRuns(db, input),

    detail: async ({ db }, { id }) => {
      const { run, row } = await readRun(db, id);
      const zones = row.plan.areas.map(({ areaId, name, polygon }) => ({
        id: areaId,
        name,
        points: polygon.map(([x, y]) => ({ x, y })),
      }));
      return { ...run, phases: row.phases, zones };
    },

    path: async ({ db }, { id }) => {
      const { row } = await readRun(db, id);
      const points = [...(await readRunPath(db, id)), ...robots.unwrittenPath(id)];
      return { runId: id, mapId: row.mapId, toolWidthM: row.plan.toolWidthM, points };
    },

    pause: acting((id) => robots.runs.pause(id)),
    resume: acting((id) => robots.runs.resume(id)),
    stop: acting((id) => robots.runs.cancel(id)),
  });
