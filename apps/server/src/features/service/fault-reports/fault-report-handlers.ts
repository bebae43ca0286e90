import {
  faultChoices,
  faultReportCalls,
  faultTicketMinutes,
  langs,
  maxFaultReportsPerHour,
  type FaultChoice,
  type Input,
  type Lang,
} from '@sweepline/contract';
import { and, desc, eq, lte, ne, or, sql } from 'drizzle-orm';
import { devices } from '../../../entities/devices/device-table.ts';
import { isFrozen } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { workOrders } from '../../../entities/service/work-order-table.ts';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { inScope, type Db, type Tx } from '../../../platform/db/db.ts';
import type { CreateLimit } from '../../../platform/limits/rates/keyed-limit.ts';
import { slidingWindow } from '../../../platform/limits/rates/sliding-window.ts';
import { changeWorkOrder } from '../orders/work-order-change-service.ts';
import { createWorkOrder, type OrderWriter } from '../orders/work-order-create-service.ts';
import { hashOf, newToken } from './fault-code-handlers.ts';
import { addPicture } from './fault-pictures.ts';
import { faultCodes, faultReports, faultTickets } from './fault-report-table.ts';
import words from './fault-report-words.json' with { type: 'json' };

type Calls = typeof faultReportCalls;

/** Limits of callers without an account: scans of an address, and reports of one code from one address. */
export const createFaultReportLimits = (createLimit: CreateLimit) => ({
  scans: createLimit('scans of fault codes', slidingWindow({ max: 60, spanMs: 60_000 })),
  reports: createLimit('fault reports', slidingWindow({ max: maxFaultReportsPerHour, spanMs: 3_600_000 })),
});
type Limits = ReturnType<typeof createFaultReportLimits>;

/** The code of a token with its robot. An unknown, a revoked and a frozen one get the same refusal. */
async function openCode(db: Db, token: string) {
  return await inScope(
    db,
    '*',
    async (all) => {
      const [row] = await all
        .select({ code: faultCodes, device: devices, path: companies.path })
        .from(faultCodes)
        .innerJoin(devices, eq(devices.id, faultCodes.deviceId))
        .innerJoin(companies, eq(companies.id, faultCodes.companyId))
        .where(and(eq(faultCodes.tokenHash, hashOf(token)), eq(faultCodes.companyId, devices.companyId)));
      if (!row || row.code.revokedAt !== null || (await isFrozen(all, row.path)))
        throw new Refusal('faultCodeGone');
      return row;
    },
    { readOnly: true },
  );
}

const wordOf = (choice: FaultChoice, lang: Lang) => words[choice][langs.indexOf(lang)]!;

/** The open order that a further report belongs to: of the same fault type, or of another report. */
async function openOrderFor(tx: Tx, deviceId: string, choice: FaultChoice) {
  const [open] = await tx
    .select()
    .from(workOrders)
    .where(
      and(
        eq(workOrders.deviceId, deviceId),
        eq(workOrders.type, 'FAULT'),
        ne(workOrders.state, 'RESOLVED'),
        or(eq(workOrders.origin, 'QR'), eq(workOrders.faultType, faultChoices[choice])),
      ),
    )
    .orderBy(desc(workOrders.submittedAt))
    .limit(1);
  return open;
}

/** The order of a report: the open one with a further event, or a new one. */
async function orderOf(writer: OrderWriter, deviceId: string, lang: Lang, input: Input<Calls['add']>) {
  const { choice, text, contactName, contact } = input;
  const word = wordOf(choice, lang);
  const description = text === '' ? word : text;
  // Two reports at once would make two orders.
  await writer.db.execute(sql`select pg_advisory_xact_lock(hashtext('fault report'), hashtext(${deviceId}))`);
  const open = await openOrderFor(writer.db, deviceId, choice);
  if (open) {
    const sender = [contactName, contact].filter(Boolean).join(', ');
    await changeWorkOrder(writer, open.id, {
      event: { kind: 'REPORTED_AGAIN', text: description, changes: sender ? { contact: sender } : {} },
    });
    return open;
  }
  const { order } = await createWorkOrder(writer, {
    deviceId,
    origin: 'QR',
    name: word,
    type: 'FAULT',
    level: 'GENERAL',
    faultType: faultChoices[choice],
    description,
    contactName,
    contactNumber: contact,
  });
  return order;
}

async function addReport({ services, now, caller }: Ctx, limits: Limits, input: Input<Calls['add']>) {
  const { code, device } = await openCode(services.db, input.token);
  if (!limits.reports.take(`${code.id} ${caller.address}`)) throw new Refusal('tooManyFaultReports');
  return await inScope(services.db, [code.companyId], async (tx) => {
    const at = now();
    const writer = { db: tx, bus: services.bus, now, by: null };
    const order = await orderOf(writer, device.id, caller.lang, input);
    const receipt = newToken('receipt');
    const own = { companyId: code.companyId };
    const [report] = await tx
      .insert(faultReports)
      .values({
        ...own,
        orderId: order.id,
        receiptHash: hashOf(receipt),
        choice: input.choice,
        at: at.toISOString(),
      })
      .returning();
    const tickets = Array.from({ length: input.pictures }, () => newToken('ticket'));
    const expiresAt = new Date(at.getTime() + faultTicketMinutes * 60_000).toISOString();
    await tx.delete(faultTickets).where(lte(faultTickets.expiresAt, at.toISOString()));
    if (tickets.length > 0)
      await tx
        .insert(faultTickets)
        .values(
          tickets.map((ticket) => ({ ...own, reportId: report!.id, ticketHash: hashOf(ticket), expiresAt })),
        );
    await tx
      .update(faultCodes)
      .set({ reports: sql`${faultCodes.reports} + 1`, lastReportAt: at.toISOString() })
      .where(eq(faultCodes.id, code.id));
    return { receipt, tickets };
  });
}

/** The state of the order of a report. A duplicate has the state of the order it was merged into. */
const stateOf = ({ services }: Ctx, { receipt }: Input<Calls['state']>) =>
  inScope(
    services.db,
    '*',
    async (all) => {
      const [row] = await all
        .select({ order: workOrders })
        .from(faultReports)
        .innerJoin(workOrders, eq(workOrders.id, faultReports.orderId))
        .where(eq(faultReports.receiptHash, hashOf(receipt)));
      if (!row) throw new Refusal('faultCodeGone');
      const { mergedIntoId } = row.order;
      const [into] = mergedIntoId
        ? await all.select().from(workOrders).where(eq(workOrders.id, mergedIntoId))
        : [];
      const { state, updatedAt } = into ?? row.order;
      return { state, at: updatedAt, nickname: row.order.deviceName, model: row.order.deviceModel };
    },
    { readOnly: true },
  );

export const faultReportAnswers = (limits: Limits) => {
  const scan = ({ caller }: Ctx) => {
    if (!limits.scans.take(caller.address)) throw new Refusal('tooMany');
  };
  return answer(faultReportCalls, {
    look: async (ctx, { token }) => {
      scan(ctx);
      const { device } = await openCode(ctx.services.db, token);
      return { nickname: device.nickname || device.sn, model: device.model };
    },
    add: (ctx, input) => addReport(ctx, limits, input),
    state: (ctx, input) => {
      scan(ctx);
      return stateOf(ctx, input);
    },
    picture: addPicture,
  });
};
