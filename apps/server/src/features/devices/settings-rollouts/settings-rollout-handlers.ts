import { settingsRolloutCalls, type Input } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { checkPlannedTime } from '../../../platform/calls/planned-time.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { find } from '../../../platform/db/page.ts';
import { settingsOf } from '../settings/device-settings-service.ts';
import { listRollouts, readRollout } from './rollout-read.ts';
import { findSource, findTargets, previewOf } from './rollout-source.ts';
import { runRollout } from './rollout-work.ts';
import { rolloutDevices, settingsRollouts } from './settings-rollout-table.ts';

async function start(ctx: Ctx, input: Input<(typeof settingsRolloutCalls)['start']>) {
  const { db, account, now, services } = ctx;
  checkPlannedTime(now(), input.at);
  const source = await findSource(db, input.from);
  const targets = await findTargets(db, source, input.targetIds);
  const [rollout] = await db
    .insert(settingsRollouts)
    .values({
      id: newId(),
      ...source,
      state: 'SCHEDULED',
      dueAt: input.at ?? null,
      createdAt: now().toISOString(),
      accountId: account.id,
      by: account.username,
    })
    .returning();
  await db.insert(rolloutDevices).values(
    targets.map(({ id, companyId }) => ({
      companyId,
      rolloutId: rollout!.id,
      deviceId: id,
      result: 'SCHEDULED' as const,
    })),
  );
  if (input.at === undefined) await runRollout({ db, now, bus: services.bus }, rollout!, targets);
  return (await readRollout(db, rollout!.id)).rollout;
}

export const settingsRolloutAnswers = answer(settingsRolloutCalls, {
  preview: async ({ db }, { from, targetIds }) => {
    const source = await findSource(db, from);
    const targets = await findTargets(db, source, targetIds);
    const now = await settingsOf(
      db,
      targets.map(({ id }) => id),
    );
    return {
      model: source.model,
      targets: targets.map((target) => previewOf(source, target, now.get(target.id))),
    };
  },

  start,

  list: ({ db }, input) => listRollouts(db, input),

  detail: ({ db }, { id }) => readRollout(db, id),

  cancel: async ({ db, account }, { id }) => {
    await find(db, settingsRollouts, id);
    // The state is part of the WHERE clause: a cancel after the start or after another cancel is refused.
    const [canceled] = await db
      .update(settingsRollouts)
      .set({ state: 'CANCELED', canceledBy: account.username })
      .where(and(eq(settingsRollouts.id, id), eq(settingsRollouts.state, 'SCHEDULED')))
      .returning({ id: settingsRollouts.id });
    if (!canceled) throw new Refusal('wrongState');
    return (await readRollout(db, id)).rollout;
  },
});
