import {
  aiTrainingCalls,
  aiTrainingLimits,
  topics,
  type AiTrainingSettings,
  type Input,
} from '@sweepline/contract';
import { and, desc, eq, sql } from 'drizzle-orm';
import { aiDatasets } from '../../../entities/ai/ai-dataset-table.ts';
import { aiTrainings } from '../../../entities/ai/ai-training-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { runJobNow } from '../../../platform/jobs/jobs.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { classNameIn } from '../models/class-name-service.ts';
import { classesOf, readVersion } from './training-data.ts';
import { readTraining, trainingRows, trainingsOf } from './training-rows.ts';
import { trainingCancelled } from './training-runner.ts';
import { endTraining } from './training-writes.ts';

/** Tells the pages, and wakes the servers that train. */
function announce({ db, services }: Ctx, { id, companyId }: { id: string; companyId: string }): void {
  db.afterCommit(() => {
    services.bus.publish(topics.aiTrainings, { changes: [{ id }] }, { companyId });
    services.bus.publish(runJobNow, { name: 'aiTrainings.run' });
  });
}

/** Refuses versions from which nothing can be learnt. */
async function checkVersion(ctx: Ctx, datasetId: string): Promise<{ companyId: string }> {
  const { dataset, images } = await readVersion(ctx.db, datasetId);
  const classes = classesOf(dataset.classes, images);
  if (classes.length < 2) throw wrongField('datasetId', 'ONE_CLASS');
  const { leastPictures } = aiTrainingLimits;
  const few = classes.find(({ pictures }) => pictures < leastPictures);
  if (few)
    throw wrongField('datasetId', 'FEW_PICTURES', {
      least: String(leastPictures),
      name: classNameIn(ctx.caller.lang, few),
      count: String(few.pictures),
    });
  return dataset;
}

interface Wanted {
  datasetId: string;
  settings: AiTrainingSettings;
  againOfId?: string;
}

async function create(ctx: Ctx, { datasetId, settings, againOfId }: Wanted) {
  const { db, now, account } = ctx;
  const { companyId } = await checkVersion(ctx, datasetId);
  const id = newId();
  const made = { createdAt: now().toISOString(), createdBy: account.username };
  const { network } = settings;
  await db.insert(aiTrainings).values({ id, companyId, datasetId, network, settings, againOfId, ...made });
  announce(ctx, { id, companyId });
  return await readTraining(db, id);
}

async function cancel(ctx: Ctx, { id }: Input<typeof aiTrainingCalls.cancel>) {
  const { db, now, services } = ctx;
  const training = await find(db, aiTrainings, id, { lock: true });
  if (!(await endTraining(db, id, 'CANCELLED', { at: now().toISOString() }))) throw new Refusal('wrongState');
  db.afterCommit(() => services.bus.publish(trainingCancelled, { id }));
  announce(ctx, training);
  return await readTraining(db, id);
}

async function again(ctx: Ctx, { id }: Input<typeof aiTrainingCalls.again>) {
  const { datasetId, settings, state } = await find(ctx.db, aiTrainings, id);
  if (state === 'WAITING' || state === 'RUNNING') throw new Refusal('wrongState');
  return await create(ctx, { datasetId, settings, againOfId: id });
}

export const aiTrainingAnswers = answer(aiTrainingCalls, {
  list: async ({ db }, { projectId, state, ...page }) => {
    const where = and(
      visible(db, aiTrainings),
      projectId ? eq(aiDatasets.projectId, projectId) : undefined,
      state ? eq(aiTrainings.state, state) : undefined,
    );
    const rows = trainingRows(db).where(where).orderBy(desc(aiTrainings.createdAt), desc(aiTrainings.id));
    const from = sql`${aiTrainings} join ${aiDatasets} on ${aiDatasets.id} = ${aiTrainings.datasetId}`;
    const { list, total } = await paginate(page, rows, counted(db, from, where));
    return { list: await trainingsOf(db, list), total };
  },

  detail: ({ db }, { id }) => readTraining(db, id),
  add: (ctx, { datasetId, ...settings }) => create(ctx, { datasetId, settings }),
  cancel,
  again,
});
