import { backgroundJobCalls, backgroundJobNames } from '@sweepline/contract';
import { asc } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { backgroundJobs } from '../../../platform/jobs/job-table.ts';
import { runJobNow } from '../../../platform/jobs/jobs.ts';
import { nextSpanAt, stateOfJob } from './background-job-rules.ts';

const isJobName = (name: string): name is (typeof backgroundJobNames)[number] =>
  (backgroundJobNames as readonly string[]).includes(name);

export const backgroundJobAnswers = answer(backgroundJobCalls, {
  list: async ({ db, now }) => {
    const rows = await asSystem(db, (tx) =>
      tx.select().from(backgroundJobs).orderBy(asc(backgroundJobs.name)),
    );
    const jobs = rows.flatMap(({ name, ...row }) =>
      isJobName(name)
        ? [
            {
              ...row,
              name,
              state: stateOfJob(row, now()),
              nextAt: nextSpanAt(row.everySeconds, now()).toISOString(),
            },
          ]
        : [],
    );
    return { jobs };
  },

  runNow: async ({ db, services }, { name }) => {
    // After the commit: the audit entry is stored before the job begins.
    db.afterCommit(() => services.bus.publish(runJobNow, { name }));
    return {};
  },
});
