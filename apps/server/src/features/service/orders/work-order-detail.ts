import {
  permissions,
  ratingDays,
  reopenDays,
  type WorkOrderDetail,
  type WorkOrderEvent,
  type WorkOrderPerson,
} from '@sweepline/contract';
import { and, asc, desc, eq, inArray, or } from 'drizzle-orm';
import { accountNames } from '../../../entities/people/account-names.ts';
import {
  workOrderEvents,
  workOrderNotes,
  workOrderPictures,
} from '../../../entities/service/work-order-event-table.ts';
import { workOrderEvidence } from '../../../entities/service/work-order-evidence-table.ts';
import { workOrders, type WorkOrderRow } from '../../../entities/service/work-order-table.ts';
import { asSystem } from '../../../platform/db/as-system.ts';
import { hasPermission, type Ctx } from '../../../platform/calls/ctx.ts';
import { counted, find, inValues, visible } from '../../../platform/db/page.ts';
import { readWorkOrders } from './work-order-rows.ts';
import { companies } from '../../../entities/people/company-table.ts';

const dayMs = 86_400_000;
const maxEvents = 300;

const daysAfter = (at: string, days: number) => new Date(Date.parse(at) + days * dayMs).toISOString();

/** The last moment of a reopening; null if the order is not resolved. A duplicate goes on in the other order. */
export const reopenUntil = ({ state, resolvedAt, resolution }: WorkOrderRow): string | null =>
  state === 'RESOLVED' && resolvedAt !== null && resolution !== 'DUPLICATE'
    ? daysAfter(resolvedAt, reopenDays)
    : null;

/** The last moment of a rating; null if the order is not resolved. */
export const rateUntil = ({ state, resolvedAt }: WorkOrderRow): string | null =>
  state === 'RESOLVED' && resolvedAt !== null ? daysAfter(resolvedAt, ratingDays) : null;

/** The orders that were merged into this one. */
async function mergedIds({ db }: Ctx, orderId: string): Promise<string[]> {
  const rows = await db
    .select({ id: workOrders.id })
    .from(workOrders)
    .where(and(eq(workOrders.mergedIntoId, orderId), visible(db, workOrders)));
  return rows.map(({ id }) => id);
}

/** What people wrote in an order; it is shown in the order into which it was merged. */
const words = ['SUBMITTED', 'COMMENTED', 'REPORTED_AGAIN'] as const;

/** The internal notes of the caller's company and of those in its tenant scope, newest first. */
const readNotes = ({ db, account }: Ctx, orderIds: readonly string[]) =>
  // The tenant scope of linked technical support does not contain its own company.
  asSystem(db, (all) =>
    all
      .select()
      .from(workOrderNotes)
      .where(
        and(
          inValues(workOrderNotes.orderId, orderIds),
          db.scope === '*'
            ? undefined
            : or(visible(db, workOrderNotes), eq(workOrderNotes.companyId, account.companyId)),
        ),
      )
      .orderBy(desc(workOrderNotes.at), desc(workOrderNotes.id))
      .limit(maxEvents),
  );

const noChanges: Record<string, string> = {};

/** The assignee by name, if the reader sees the account. */
function withName({ assigneeId, ...changes }: Record<string, string>, names: ReadonlyMap<string, string>) {
  const assignee = assigneeId === undefined ? undefined : names.get(assigneeId);
  return assignee === undefined ? changes : { ...changes, assignee };
}

/** The history with the internal notes that the caller may read, newest first. */
async function readEvents(ctx: Ctx, orderId: string, merged: readonly string[]): Promise<WorkOrderEvent[]> {
  const { db, account } = ctx;
  const events = db
    .select()
    .from(workOrderEvents)
    .where(
      and(
        or(
          eq(workOrderEvents.orderId, orderId),
          and(inValues(workOrderEvents.orderId, merged), inArray(workOrderEvents.kind, words)),
        ),
        visible(db, workOrderEvents),
      ),
    )
    .orderBy(desc(workOrderEvents.at), desc(workOrderEvents.id))
    .limit(maxEvents);
  const mayReadNotes = hasPermission(account, permissions.orderInternal);
  const [eventRows, noteRows] = [
    await events,
    mayReadNotes ? await readNotes(ctx, [orderId, ...merged]) : [],
  ];
  const all = [
    ...eventRows.map((row) => ({ ...row, isInternal: false })),
    ...noteRows.map((row) => ({ ...row, kind: 'COMMENTED' as const, changes: noChanges, isInternal: true })),
  ].toSorted((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));
  const names = await accountNames(
    db,
    all.flatMap(({ byId, changes }) => [byId, changes['assigneeId'] ?? null]),
  );
  const person = (id: string | null): WorkOrderPerson | null =>
    id === null ? null : { name: names.get(id) ?? null, mine: id === account.id };
  return all.map(({ id, kind, at, byId, text, isInternal, changes }) => ({
    id,
    kind,
    at,
    by: person(byId),
    text,
    isInternal,
    changes: withName(changes, names),
  }));
}

const readPictures = ({ db }: Ctx, orderIds: readonly string[]) =>
  db
    .select({
      id: workOrderPictures.id,
      kind: workOrderPictures.kind,
      file: workOrderPictures.fileId,
      width: workOrderPictures.width,
      height: workOrderPictures.height,
      at: workOrderPictures.at,
    })
    .from(workOrderPictures)
    .where(and(inValues(workOrderPictures.orderId, orderIds), visible(db, workOrderPictures)))
    .orderBy(asc(workOrderPictures.at), asc(workOrderPictures.id));

async function readMergedInto({ db }: Ctx, { mergedIntoId }: WorkOrderRow) {
  if (mergedIntoId === null) return null;
  const [row] = await db
    .select({ id: workOrders.id, number: workOrders.number, companyCode: companies.code })
    .from(workOrders)
    .innerJoin(companies, eq(companies.id, workOrders.companyId))
    .where(and(eq(workOrders.id, mergedIntoId), visible(db, workOrders)));
  return row ?? null;
}

/** Everything about one order, as the caller sees it. Refuses an unknown or foreign one with `notFound`. */
export async function readWorkOrder(ctx: Ctx, id: string): Promise<WorkOrderDetail> {
  const { db, account } = ctx;
  const row = await find(db, workOrders, id);
  const merged = await mergedIds(ctx, id);
  const where = and(eq(workOrders.id, id), visible(db, workOrders));
  const evidence = and(eq(workOrderEvidence.orderId, id), visible(db, workOrderEvidence));
  const [{ list }, events, pictures, mergedInto, evidenceCount] = await Promise.all([
    readWorkOrders(ctx, where, { page: 1, pageSize: 1 }),
    readEvents(ctx, id, merged),
    readPictures(ctx, [id, ...merged]),
    readMergedInto(ctx, row),
    counted(db, workOrderEvidence, evidence),
  ]);
  const { contactName, warrantyUntil, resolutionText, verificationText, verificationObstacle } = row;
  const { verifiedAt, ratingText, ratedAt, reopenedCount, publisherId } = row;
  return {
    ...list[0]!,
    siteNumber: row.contactNumber,
    contactName,
    warrantyUntil,
    resolutionText,
    verificationText,
    verificationObstacle,
    verifiedAt,
    ratingText,
    ratedAt,
    reopenedCount,
    mergedInto,
    reopenUntil: reopenUntil(row),
    rateUntil: publisherId === account.id ? rateUntil(row) : null,
    pictures,
    // The description stands above the history already.
    events: events.map((event) =>
      event.kind === 'SUBMITTED' && event.text === row.description ? { ...event, text: '' } : event,
    ),
    hasEvidence: evidenceCount > 0,
  };
}
