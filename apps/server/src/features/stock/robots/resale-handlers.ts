import { deviceResaleCalls, type Input } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { find, visible } from '../../../platform/db/page.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { notify } from '../../people/notices/notice-service.ts';
import { isReceiver, isSeller, listReceivers, listResales, resaleOf } from './resale-list.ts';
import { checkOpenOrders, moveToCompany, openResaleOf } from './resale-service.ts';
import { resales } from './resale-table.ts';
import { actOnEach } from './bulk-device-action-service.ts';

type Row = typeof resales.$inferSelect;
type Template = 'resaleOffered' | 'resaleConfirmed' | 'resaleDeclined' | 'resaleWithdrawn';

const notifyResale = ({ db, services, now }: Ctx, companyId: string, template: Template, row: Row) => {
  const { id, nickname: name, fromCompanyName: from, companyName: to } = row;
  const params = { name, from, to };
  const about = { kind: 'resale' as const, id };
  const notice = {
    kind: 'system' as const,
    companyId,
    template,
    params,
    about,
    occasion: `${template}/${id}`,
  };
  // The other company may be outside the caller's tenant scope.
  return asSystem(db, (all) => notify(all, services.bus, now, notice));
};

async function offer(ctx: Ctx, { deviceIds, companyId, note }: Input<typeof deviceResaleCalls.offer>) {
  const { db, account, now } = ctx;
  const [receiver] = await db
    .select({ id: companies.id, name: companies.name, path: companies.path })
    .from(companies)
    .where(and(eq(companies.id, companyId), visible(db, { companyId: companies.id })));
  if (!receiver) throw wrongField('companyId', 'NO_SUCH_COMPANY');
  return await actOnEach(ctx, deviceIds, async (device) => {
    const { id: deviceId, sn, model, nickname, companyId: fromCompanyId } = device;
    if (device.binding === 'VOID' || device.binding === 'UNBINDING') throw new Refusal('wrongState');
    if (receiver.id === fromCompanyId || !receiver.path.split('/').includes(fromCompanyId))
      throw new Refusal('notBelowHolder');
    await checkOpenOrders(db, deviceId);
    const open = await openResaleOf(db, deviceId);
    if (open) throw open;
    const [from] = await db
      .select({ name: companies.name })
      .from(companies)
      .where(eq(companies.id, fromCompanyId));
    const [created] = await db
      .insert(resales)
      .values({
        companyId,
        companyName: receiver.name,
        deviceId,
        sn,
        model,
        nickname,
        note,
        fromCompanyId,
        fromCompanyName: from?.name ?? '',
        status: 'OFFERED',
        offeredAt: now().toISOString(),
        offeredBy: account.username,
      })
      .onConflictDoNothing()
      .returning();
    if (!created) throw (await openResaleOf(db, deviceId)) ?? new Refusal('wrongState');
    await notifyResale(ctx, companyId, 'resaleOffered', created);
  });
}

/** Ends an open offer. Of two concurrent calls the second is refused with the author of the first. */
async function settle(ctx: Ctx, id: string, status: 'CONFIRMED' | 'DECLINED' | 'WITHDRAWN', reason = '') {
  const { db, account, now } = ctx;
  const offered = await find(db, resales, id, { lock: true });
  const allowed = status === 'WITHDRAWN' ? isSeller(account, offered) : isReceiver(account, offered);
  if (!allowed) throw new Refusal('forbidden');
  if (offered.status !== 'OFFERED') {
    const words = { who: offered.settledBy ?? '', when: offered.settledAt ?? '' };
    throw new Refusal('changedMeanwhile', { words });
  }
  const change = { status, reason, settledAt: now().toISOString(), settledBy: account.username };
  const [row] = await db.update(resales).set(change).where(eq(resales.id, id)).returning();
  return row!;
}

async function confirm(ctx: Ctx, id: string) {
  const { db } = ctx;
  // The device is locked before the offer, like in sales, returns and unbindings, which prevents deadlocks.
  const { deviceId, fromCompanyId } = await find(db, resales, id);
  const device = await asSystem(db, async (all) => {
    const [row] = await all.select().from(devices).where(eq(devices.id, deviceId)).for('update');
    return row;
  });
  const row = await settle(ctx, id, 'CONFIRMED');
  const hasMoved = !device || device.companyId !== fromCompanyId;
  if (hasMoved || device.binding === 'UNBINDING' || device.binding === 'VOID')
    throw new Refusal('wrongState');
  await moveToCompany(ctx, device, { id: row.companyId, act: 'RESOLD' });
  await notifyResale(ctx, row.fromCompanyId, 'resaleConfirmed', row);
  return resaleOf(ctx.account, row);
}

export const deviceResaleAnswers = answer(deviceResaleCalls, {
  list: (ctx, input) => listResales(ctx, input),
  receivers: (ctx, input) => listReceivers(ctx, input),
  offer: (ctx, input) => offer(ctx, input),
  confirm: (ctx, { id }) => confirm(ctx, id),

  withdraw: async (ctx, { id }) => {
    const row = await settle(ctx, id, 'WITHDRAWN');
    await notifyResale(ctx, row.companyId, 'resaleWithdrawn', row);
    return resaleOf(ctx.account, row);
  },

  decline: async (ctx, { id, reason }) => {
    const row = await settle(ctx, id, 'DECLINED', reason);
    await notifyResale(ctx, row.fromCompanyId, 'resaleDeclined', row);
    return resaleOf(ctx.account, row);
  },
});
