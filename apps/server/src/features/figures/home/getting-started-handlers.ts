import { gettingStartedCalls, startStepAllows, startSteps, type StartStep } from '@sweepline/contract';
import { and, eq, ne, sql, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { devices } from '../../../entities/devices/device-table.ts';
import { accounts } from '../../../entities/people/account-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { maps } from '../../../entities/places/map-table.ts';
import { sites } from '../../../entities/places/site-table.ts';
import { taskReports } from '../../../entities/work/report-table.ts';
import { tasks } from '../../../entities/work/task-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { isAllowed, type Ctx } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { backupRuns } from '../../../entities/installation/backup-table.ts';
import { hiddenStarts } from './getting-started-table.ts';

interface Options {
  /** The sender's address of mail; undefined where mail is not configured. */
  mailFrom?: string | undefined;
}

/** What a step asks for, in the sight of the caller. */
const isDone = ({ db, account }: Ctx, { mailFrom }: Options): Record<StartStep, () => Promise<boolean>> => ({
  company: () => exists(db, companies, and(ne(companies.type, 0), ne(companies.id, account.companyId))),
  site: () => exists(db, sites),
  map: () => exists(db, maps),
  zone: () => exists(db, maps, hasZones),
  robot: () => exists(db, devices, eq(devices.binding, 'ACTIVATED')),
  task: () => exists(db, tasks),
  report: () => exists(db, taskReports),
  people: () => exists(db, accounts, and(ne(accounts.id, account.id), eq(accounts.disabled, false))),
  mail: async () => mailFrom !== undefined,
  backup: () => exists(db, backupRuns, and(eq(backupRuns.what, 'BACKUP'), eq(backupRuns.state, 'DONE'))),
});
const hasZones: SQL = sql`jsonb_array_length(${maps.elements}->'zones') > 0`;

const exists = async (db: Tx, table: PgTable, where?: SQL): Promise<boolean> =>
  (
    await db
      .select({ found: sql`1` })
      .from(table)
      .where(where)
      .limit(1)
  ).length > 0;

const own = ({ account }: Ctx) => eq(hiddenStarts.accountId, account.id);

export const gettingStartedAnswers = (options: Options) =>
  answer(gettingStartedCalls, {
    detail: async (ctx) => {
      const done = isDone(ctx, options);
      const allowed = startSteps.filter((step) => isAllowed(ctx.account, startStepAllows[step]));
      const [isHidden, steps] = await Promise.all([
        exists(ctx.db, hiddenStarts, own(ctx)),
        Promise.all(allowed.map(async (step) => ({ step, isDone: await done[step]() }))),
      ]);
      return { steps, isHidden };
    },

    hide: async (ctx, { isHidden }) => {
      const { companyId, id: accountId } = ctx.account;
      if (isHidden)
        await ctx.db
          .insert(hiddenStarts)
          .values({ id: newId(), companyId, accountId, createdAt: ctx.now().toISOString() })
          .onConflictDoNothing();
      else await ctx.db.delete(hiddenStarts).where(own(ctx));
      return {};
    },
  });
