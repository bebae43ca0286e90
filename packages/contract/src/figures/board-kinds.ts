import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';
import { statisticsFilter } from './statistics.ts';
import { runKinds } from '../work/task-runs.ts';

const count = z.number().int();
const { mode: _mode, ...filter } = statisticsFilter;

export const boardKindCalls = calls('boardKinds', {
  /** Runs that ended in the period, on the day of their site, by kind; kinds without runs are 0. */
  kinds: {
    method: 'GET',
    path: 'service/index/task/statistics/kinds',
    allow: [permissions.statistics, permissions.home],
    input: z.strictObject(filter),
    output: z.object({
      kinds: z.array(
        z.object({
          kind: z.enum(runKinds),
          runs: count,
          succeeded: count,
          interrupted: count,
          failed: count,
        }),
      ),
      computedAt: moment,
    }),
  },
});
