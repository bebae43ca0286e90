import { otaTaskCalls } from '@sweepline/contract';
import { and, eq, ilike, inArray, or } from 'drizzle-orm';
import { otaTasks } from '../../../entities/updates/ota-task-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import type { ReleaseKeys } from '../packages/package-signature-service.ts';
import { checkPlan } from './plan-checks.ts';
import { exportRecords } from './records/record-export.ts';
import { listRecords } from './records/record-read.ts';
import { cancel, decide, pause, resume, retry } from './task-acts.ts';
import { addTask, rollBack, updateTask } from './task-draft.ts';
import { readTask, shownTasks } from './task-read.ts';
import { previewOf } from './targets/plan-preview.ts';
import { createPreviewCache } from './targets/preview-cache.ts';
import { previewPage } from './targets/preview-page.ts';
import { planTargets } from './targets/target-plan.ts';

const sortable = {
  name: otaTasks.name,
  createdAt: otaTasks.createdAt,
  startedAt: otaTasks.startedAt,
  endedAt: otaTasks.endedAt,
};

export function otaTaskAnswers(keys: ReleaseKeys) {
  const previews = createPreviewCache();
  return answer(otaTaskCalls, {
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
      const planned = await planTargets(ctx.db, plan);
      previews.put(ctx, plan, planned.targets);
      return await previewOf(ctx, plan, planned);
    },

    previewRobots: async (ctx, input) => {
      await checkPlan(ctx, keys, input.plan);
      return await previewPage(ctx, previews, input);
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
}
