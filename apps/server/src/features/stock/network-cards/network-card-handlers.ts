import { networkCardCalls } from '@sweepline/contract';
import { and, asc, eq, gte } from 'drizzle-orm';
import { asSystem } from '../../../platform/db/as-system.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { inScope } from '../../../platform/db/db.ts';
import { checkVersion, find, visible } from '../../../platform/db/page.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { carryOutAgain } from '../../../platform/calls/recoveries.ts';
import { OperatorRefusal, type SimOperator } from './sim-operator-service.ts';
import { findCompany } from '../../../entities/people/company-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { exportCards } from './network-card-export.ts';
import { importCards, previewCards } from './network-card-import.ts';
import { cardChoices, listCards, readCard, summariseCards } from './network-card-list.ts';
import { storeOperatorCards } from './network-card-service.ts';
import { networkCardDays, networkCards } from './network-card-table.ts';

/** First day of the month before this one, UTC. */
const usageSince = (now: Date) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 10);

/** Runs an operator's action on a card, then reads the card from the operator. The stored state is never the requested one. */
async function withOperator(
  ctx: Ctx,
  operator: SimOperator | undefined,
  id: string,
  act: (operator: SimOperator, iccid: string) => Promise<void>,
) {
  const { iccid } = await inShortTransaction(ctx, (db) => find(db, networkCards, id));
  if (!operator) throw new Refusal('noOperator');
  try {
    await act(operator, iccid);
    const cards = await operator.cards([iccid]);
    if (cards.length === 0) throw new OperatorRefusal('unknown card');
    await inScope(ctx.services.db, '*', (tx) => storeOperatorCards(tx, cards, ctx.now().toISOString()));
  } catch (error) {
    if (error instanceof OperatorRefusal)
      throw new Refusal('operatorRefused', { words: { reason: error.message } });
    throw error;
  }
  return await inShortTransaction(ctx, (db) => readCard(db, id));
}

export const networkCardAnswers = ({ simOperator }: { simOperator?: SimOperator | undefined }) =>
  answer(networkCardCalls, {
    list: ({ db }, input) => listCards(db, input),

    summary: async ({ db, now }) => ({
      ...(await summariseCards(db, now())),
      operator: simOperator !== undefined,
    }),

    choices: ({ db }) => cardChoices(db),

    detail: async ({ db, now }, { id }) => ({
      card: await readCard(db, id),
      usage: await db
        .select({ day: networkCardDays.day, kind: networkCardDays.kind, bytes: networkCardDays.bytes })
        .from(networkCardDays)
        .where(
          and(
            eq(networkCardDays.cardId, id),
            visible(db, networkCardDays),
            gte(networkCardDays.day, usageSince(now())),
          ),
        )
        .orderBy(asc(networkCardDays.day), asc(networkCardDays.kind)),
    }),

    importPreview: previewCards,
    import: importCards,

    update: async ({ db, account, now }, { id, version, ...change }) => {
      const card = await find(db, networkCards, id, { lock: true });
      checkVersion(card, version);
      if (change.companyId) await findCompany(db, change.companyId);
      const stamp = { version: version + 1, updatedAt: now().toISOString(), updatedBy: account.username };
      await db
        .update(networkCards)
        .set({ ...change, ...stamp })
        .where(eq(networkCards.id, id));
      if (change.companyId)
        await db
          .update(networkCardDays)
          .set({ companyId: change.companyId })
          .where(eq(networkCardDays.cardId, id));
      return await readCard(db, id);
    },

    refresh: withoutTransaction(
      (ctx, { id }) => withOperator(ctx, simOperator, id, async () => {}),
      carryOutAgain,
    ),
    suspend: withoutTransaction(
      (ctx, { id, reason }) =>
        withOperator(ctx, simOperator, id, (operator, iccid) => operator.suspend(iccid, reason)),
      carryOutAgain,
    ),
    resume: withoutTransaction(
      (ctx, { id }) => withOperator(ctx, simOperator, id, (operator, iccid) => operator.resume(iccid)),
      carryOutAgain,
    ),

    remove: async ({ db }, { id }) => {
      const { iccid } = await find(db, networkCards, id, { lock: true });
      const inRobot = await asSystem(db, (all) =>
        all.select({ id: devices.id }).from(devices).where(eq(devices.iccid, iccid)).limit(1),
      );
      if (inRobot.length > 0) throw new Refusal('cardInRobot');
      await db.delete(networkCards).where(eq(networkCards.id, id));
      return {};
    },

    export: async (ctx, input) => exportCards(ctx, input),
  });
