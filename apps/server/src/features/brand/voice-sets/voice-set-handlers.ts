import { voiceSetCalls, type Input } from '@sweepline/contract';
import { and, eq, ne, sql } from 'drizzle-orm';
import { customAudio } from '../../../entities/brand/custom-audio-table.ts';
import { readableAudio } from '../../../entities/brand/readable-audio.ts';
import {
  voiceRolloutDevices,
  voiceRollouts,
  voiceSetItems,
  voiceSets,
} from '../../../entities/brand/voice-set-table.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { checkPlannedTime } from '../../../platform/calls/planned-time.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { checkVersion, find, inValues } from '../../../platform/db/page.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import {
  listVoiceRobots,
  listVoiceRollouts,
  readRobotSounds,
  readVoiceRollout,
} from './voice-rollout-read.ts';
import { findVoiceSource, findVoiceTargets, voicePreviewOf } from './voice-rollout-source.ts';
import { runVoiceRollout } from './voice-rollout-work.ts';
import { listSets, readSet } from './voice-set-rows.ts';

type Items = Input<typeof voiceSetCalls.add>['items'];

/** Replaces the places of a set. Each file has to be one that the caller may use. */
async function storeItems(db: Tx, set: { id: string; companyId: string }, items: Items): Promise<void> {
  const ids = [...new Set(items.map(({ audioId }) => audioId))];
  const found = await db
    .select({ id: customAudio.id })
    .from(customAudio)
    .where(and(inValues(customAudio.id, ids), readableAudio(db)));
  if (found.length < ids.length) throw wrongField('items', 'NO_SUCH_AUDIO');
  await db.delete(voiceSetItems).where(eq(voiceSetItems.setId, set.id));
  if (items.length === 0) return;
  const { id: setId, companyId } = set;
  await db.insert(voiceSetItems).values(items.map((item) => ({ id: newId(), companyId, setId, ...item })));
}

async function checkName(db: Tx, name: string, companyId: string, exceptId?: string): Promise<void> {
  const [existing] = await db
    .select({ id: voiceSets.id })
    .from(voiceSets)
    .where(
      and(
        eq(voiceSets.companyId, companyId),
        sql`lower(${voiceSets.name}) = lower(${name})`,
        exceptId === undefined ? undefined : ne(voiceSets.id, exceptId),
      ),
    );
  if (existing) throw new Refusal('nameTaken');
}

async function rollOut(ctx: Ctx, { id, targetIds, at }: Input<typeof voiceSetCalls.rollout>) {
  const { db, account, now, services } = ctx;
  checkPlannedTime(now(), at);
  const source = await findVoiceSource(db, id);
  const targets = await findVoiceTargets(db, targetIds);
  const companyId = id === null ? account.companyId : (await find(db, voiceSets, id)).companyId;
  const [rollout] = await db
    .insert(voiceRollouts)
    .values({
      id: newId(),
      companyId,
      ...source,
      state: 'SCHEDULED',
      dueAt: at ?? null,
      createdAt: now().toISOString(),
      accountId: account.id,
      by: account.username,
    })
    .returning();
  await db.insert(voiceRolloutDevices).values(
    targets.map(({ device }) => ({
      companyId: device.companyId,
      rolloutId: rollout!.id,
      deviceId: device.id,
    })),
  );
  if (at === undefined) await runVoiceRollout({ db, now, bus: services.bus }, rollout!, targets);
  return await readVoiceRollout(db, rollout!.id);
}

export const voiceSetAnswers = answer(voiceSetCalls, {
  list: ({ db }, input) => listSets(db, input),

  detail: ({ db }, { id }) => readSet(db, id),

  add: async ({ db, account, now }, { companyId, items, ...fields }) => {
    const { id: owner } = await findCompany(db, companyId ?? account.companyId);
    await checkName(db, fields.name, owner);
    const at = now().toISOString();
    const stamp = { createdAt: at, updatedAt: at, updatedBy: account.username };
    const id = newId();
    await db.insert(voiceSets).values({ id, companyId: owner, ...fields, ...stamp });
    await storeItems(db, { id, companyId: owner }, items);
    return await readSet(db, id);
  },

  update: async ({ db, account, now }, { id, version, items, ...fields }) => {
    const set = await find(db, voiceSets, id, { lock: true });
    checkVersion(set, version);
    await checkName(db, fields.name, set.companyId, id);
    const stamp = { updatedAt: now().toISOString(), updatedBy: account.username };
    await db
      .update(voiceSets)
      .set({ ...fields, ...stamp, version: version + 1 })
      .where(eq(voiceSets.id, id));
    await storeItems(db, set, items);
    return await readSet(db, id);
  },

  /** Robots keep the files that they have. */
  remove: async ({ db }, { id }) => {
    await find(db, voiceSets, id, { lock: true });
    await db.delete(voiceSets).where(eq(voiceSets.id, id));
    return {};
  },

  preview: async ({ db }, { id, targetIds }) => {
    const source = await findVoiceSource(db, id);
    const targets = await findVoiceTargets(db, targetIds);
    return { targets: targets.map((row) => voicePreviewOf(source, row)) };
  },

  rollout: rollOut,

  rollouts: ({ db }, input) => listVoiceRollouts(db, input),

  cancel: async ({ db, account }, { rolloutId: id }) => {
    await find(db, voiceRollouts, id);
    // The state is part of the WHERE clause: a cancel after the start or after another cancel is refused.
    const [canceled] = await db
      .update(voiceRollouts)
      .set({ state: 'CANCELED', canceledBy: account.username })
      .where(and(eq(voiceRollouts.id, id), eq(voiceRollouts.state, 'SCHEDULED')))
      .returning({ id: voiceRollouts.id });
    if (!canceled) throw new Refusal('wrongState');
    return await readVoiceRollout(db, id);
  },

  robots: ({ db }, input) => listVoiceRobots(db, input),

  device: ({ db, now }, { deviceId }) => readRobotSounds(db, deviceId, now()),
});
