import { nameOfAccount, webhookCalls, webhookRules, webhookTest, type Input } from '@sweepline/contract';
import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import { apiUsers } from '../../../entities/api/api-user-table.ts';
import { webhookDeliveries, webhookEndpoints } from '../../../entities/api/webhook-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { checkVersion, counted, find, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { readTarget, RefusedTarget, type AllowedTargets } from '../../../platform/http/outgoing-target.ts';
import { newId } from '../../../platform/runtime/ids.ts';
import { sendSoon } from './send-soon.ts';
import { disableEndpoint } from './webhook-settlement.ts';
import { newWebhookSecret } from './webhook-signature.ts';
import { readWebhook, webhookRows } from './webhook-rows.ts';

interface Needs {
  vault: Pick<Vault, 'seal'>;
  allowed: AllowedTargets;
}

const reasons = {
  FORM: 'WEBHOOK_ADDRESS_FORM',
  INSIDE: 'WEBHOOK_ADDRESS_INSIDE',
  NEVER: 'WEBHOOK_ADDRESS_NEVER',
  NAME: 'WEBHOOK_ADDRESS_FORM',
} as const;

/** Refuses an address that can never be called. Where its name leads is judged at each attempt. */
function checkAddress(url: string, allowed: AllowedTargets): void {
  try {
    readTarget(url, allowed);
  } catch (error) {
    if (!(error instanceof RefusedTarget)) throw error;
    const code = reasons[error.fault];
    throw code === 'WEBHOOK_ADDRESS_FORM'
      ? wrongField('url', code)
      : wrongField('url', code, { host: error.host });
  }
}

const stampOf = ({ account, now }: Ctx) => ({ updatedAt: now().toISOString(), updatedBy: account.username });

async function add(ctx: Ctx, { vault, allowed }: Needs, input: Input<typeof webhookCalls.add>) {
  const { db, account } = ctx;
  // The lock serialises concurrent calls, so that they cannot exceed the limit together.
  const user = await find(db, apiUsers, input.userId, { lock: true });
  if (user.revokedAt) throw new Refusal('wrongState');
  checkAddress(input.url, allowed);
  const { endpoints } = webhookRules;
  if ((await counted(db, webhookEndpoints, eq(webhookEndpoints.userId, user.id))) >= endpoints)
    throw new Refusal('tooManyWebhooks', { words: { most: String(endpoints) } });
  const [id, secret, stamp] = [newId(), newWebhookSecret(), stampOf(ctx)];
  const made = { createdAt: stamp.updatedAt, createdBy: nameOfAccount(account) };
  await db
    .insert(webhookEndpoints)
    .values({ ...input, ...stamp, ...made, id, companyId: user.companyId, secretSealed: vault.seal(secret) });
  return { webhook: await readWebhook(db, id), secret };
}

async function update(
  ctx: Ctx,
  { allowed }: Needs,
  { id, version, ...settings }: Input<typeof webhookCalls.update>,
) {
  const { db } = ctx;
  checkVersion(await find(db, webhookEndpoints, id, { lock: true }), version);
  checkAddress(settings.url, allowed);
  // The pause was asked for by the receiver at the former address.
  const set = { ...settings, ...stampOf(ctx), version: version + 1, pausedUntil: null };
  await db.update(webhookEndpoints).set(set).where(eq(webhookEndpoints.id, id));
  return await readWebhook(db, id);
}

async function rotate(ctx: Ctx, { vault }: Needs, id: string) {
  const { db, now } = ctx;
  const row = await find(db, webhookEndpoints, id, { lock: true });
  const secret = newWebhookSecret();
  const formerUntil = new Date(now().getTime() + webhookRules.rotationHours * 3_600_000).toISOString();
  await db
    .update(webhookEndpoints)
    .set({
      ...stampOf(ctx),
      secretSealed: vault.seal(secret),
      formerSecretSealed: row.secretSealed,
      formerUntil,
      version: row.version + 1,
    })
    .where(eq(webhookEndpoints.id, id));
  return { webhook: await readWebhook(db, id), secret };
}

async function enable(ctx: Ctx, id: string) {
  const { db, now } = ctx;
  const row = await find(db, webhookEndpoints, id, { lock: true });
  if (row.disabledAt !== null) {
    const set = { disabledAt: null, disabledFor: null, failingSince: null, pausedUntil: null };
    await db
      .update(webhookEndpoints)
      .set({ ...set, ...stampOf(ctx), version: row.version + 1 })
      .where(eq(webhookEndpoints.id, id));
    const waits = and(eq(webhookDeliveries.endpointId, id), eq(webhookDeliveries.state, 'WAITING'));
    await db
      .update(webhookDeliveries)
      .set({ nextAt: now().toISOString() })
      .where(and(waits, isNull(webhookDeliveries.nextAt), isNull(webhookDeliveries.replayAt)));
    sendSoon(ctx);
  }
  return await readWebhook(db, id);
}

async function disable(ctx: Ctx, id: string) {
  const { db, now, services } = ctx;
  const row = await find(db, webhookEndpoints, id, { lock: true });
  if (row.disabledAt === null) {
    await disableEndpoint(db, { bus: services.bus, now }, row, 'PERSON');
    const stamp = { ...stampOf(ctx), version: row.version + 1 };
    await db.update(webhookEndpoints).set(stamp).where(eq(webhookEndpoints.id, id));
  }
  return await readWebhook(db, id);
}

/** Queues a test event. It is sent once, whatever becomes of it. */
async function sendTest(ctx: Ctx, id: string) {
  const { db, now } = ctx;
  const { companyId } = await find(db, webhookEndpoints, id);
  const at = now().toISOString();
  const deliveryId = newId();
  await db.insert(webhookDeliveries).values({
    id: deliveryId,
    companyId,
    endpointId: id,
    eventId: newId(),
    at,
    name: webhookTest,
    state: 'WAITING',
    replayAt: at,
  });
  sendSoon(ctx);
  return { deliveryId };
}

export const webhookAnswers = (needs: Needs) =>
  answer(webhookCalls, {
    list: ({ db }, { userId, state, ...page }) => {
      const { disabledAt } = webhookEndpoints;
      const where = and(
        userId === undefined ? undefined : eq(webhookEndpoints.userId, userId),
        state === undefined ? undefined : state === 'ENABLED' ? isNull(disabledAt) : isNotNull(disabledAt),
      );
      const total = counted(db, webhookEndpoints, and(visible(db, webhookEndpoints), where));
      return paginate(page, webhookRows(db, where), total);
    },

    detail: ({ db }, { id }) => readWebhook(db, id),

    add: (ctx, input) => add(ctx, needs, input),

    update: (ctx, input) => update(ctx, needs, input),

    rotate: (ctx, { id }) => rotate(ctx, needs, id),

    enable: (ctx, { id }) => enable(ctx, id),

    disable: (ctx, { id }) => disable(ctx, id),

    delete: async ({ db }, { id }) => {
      await find(db, webhookEndpoints, id, { lock: true });
      await db.delete(webhookDeliveries).where(eq(webhookDeliveries.endpointId, id));
      await db.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
      return {};
    },

    test: (ctx, { id }) => sendTest(ctx, id),
  });
