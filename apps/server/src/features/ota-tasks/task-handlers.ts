import { otaTaskCalls } from '@sweepline/contract';
import { and, eq, ilike, inArray, or } from 'drizzle-orm';
import { otaTasks } from '../../entities/devices/updates/ota-task-table.ts';
import { answer } from '../../platform/calls/calls.ts';
import type { Tx } from '../../platform/db/db.ts';
import { orderBy } from '../../platform/db/order-by.ts';
import { contains, counted, visible } from '../../platform/db/page.ts';
import { paginate } from '../../platform/db/paginate.ts';
import type { ReleaseKeys } from '../ota-packages/package-signature-service.ts';
import { checkPlan } from './plan-checks.ts';
import { exportRecords } from './records/record-export.ts';
import { listRecords } from './records/record-read.ts';
import { cancel, decide, pause, resume, retry } from './task-acts.ts';
import { addTask, rollBack, updateTask } from './task-draft.ts';
import { readTask, shownTasks } from './task-read.ts';
import { companyNames, previewOf } from './targets/plan-preview.ts';
import { planTargets, type Target } from './targets/target-plan.ts';

const sortable = {
  name: otaTasks.name,
  createdAt: otaTasks.createdAt,
  startedAt: otaTasks.startedAt,
  endedAt: otaTasks.endedAt,
};

const matches = ({ device }: Target, keyword: string | undefined) =>
  !keyword || [device.sn, device.nickname].some((text) => text.toLowerCase().includes(keyword.toLowerCase()));

/** Robots that are skipped come last. */
const rankOf = ({ place }: Target) => place?.rank ?? Number.MAX_SAFE_INTEGER;

/** One page of the robots of a preview. The whole is computed for each page: nothing of a preview is stored. */
async function previewPage(
  db: Tx,
  targets: readonly Target[],
  { page, pageSize }: { page: number; pageSize: number },
) {
  const robots = targets.slice((page - 1) * pageSize, page * pageSize);
  const companies = await companyNames(
    db,
    robots.map(({ device }) => device.companyId),
  );
  return robots.map(({ device, version, verdict, way, place }) => ({
    ...device,
    companyName: companies.get(device.companyId) ?? '',
    version,
    verdict,
    way: way.map((step) => step.version),
    stage: place?.stage ?? null,
  }));
}

export const otaTaskAnswers = (keys: ReleaseKeys) =>
  answer(otaTaskCalls, {
    list: async ({ db }, { keyword, state, packageId, sort, ...page }) => {
      const pattern = keyword ? contains(keyword) : undefined;
      const where = and(
        visible(db, otaTasks),
        pattern ? or(ilike(otaTasks.name, pattern), ilike(otaTasks.version, pattern)) : undefined,
        state && state.length > 0 ? inArray(otaTasks.state, state) : undefined,
        packageId ? eq(otaTasks.packageId, packageId) : undefined,
      );
      const rows = db
        .select()
        .from(otaTasks)
        .where(where)
        .orderBy(...orderBy(sortable, sort, otaTasks.id))
        .$dynamic();
      const { list, total } = await paginate(page, rows, counted(db, otaTasks, where));
      return { total, list: await shownTasks(db, list) };
    },

    detail: (ctx, { id }) => readTask(ctx, id),

    preview: async (ctx, plan) => {
      await checkPlan(ctx, keys, plan);
      return await previewOf(ctx, plan, await planTargets(ctx.db, plan));
    },

    previewRobots: async (ctx, { plan, verdict, keyword, ...page }) => {
      await checkPlan(ctx, keys, plan);
      const { targets } = await planTargets(ctx.db, plan);
      const found = targets
        .filter((target) => (!verdict || target.verdict === verdict) && matches(target, keyword))
        .toSorted((a, b) => rankOf(a) - rankOf(b));
      return { total: found.length, list: await previewPage(ctx.db, found, page) };
    },

    add: async (ctx, { plan, submit }) => {
      const { id } = await addTask(ctx, keys, plan, submit);
      return await readTask(ctx, id);
    },

    update: (ctx, input) => updateTask(ctx, keys, input),

    approve: decide,

    pause: (ctx, { id }) => pause(ctx, id),

    resume: (ctx, { id }) => resume(ctx, id),

    cancel: (ctx, { id }) => cancel(ctx, id),

    retry,

    rollBack: (ctx, { id }) => rollBack(ctx, keys, id),

    records: (ctx, input) => listRecords(ctx, input),
    exportRecords,
  });
