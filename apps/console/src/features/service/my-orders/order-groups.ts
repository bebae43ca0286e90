import type { WorkOrder } from '@sweepline/contract';
import { dayOf } from '../../../kit/format/days.ts';
import { readerZone } from '../../../kit/format/reader.ts';

const orderGroups = ['today', 'next', 'unscheduled'] as const;
export type OrderGroup = (typeof orderGroups)[number];

/** Appointments are in the time of the site. An order without a site has the reader's. */
export const zoneOf = ({ site }: Pick<WorkOrder, 'site'>) => site?.timezone ?? readerZone();

/** An appointment that has passed stays in `today`: the work is still to be done. */
function groupOf(order: WorkOrder, nowMs: number): OrderGroup {
  if (!order.appointment) return 'unscheduled';
  const zone = zoneOf(order);
  return dayOf(order.appointment.from, zone) <= dayOf(nowMs, zone) ? 'today' : 'next';
}

const rank = { FATAL: 0, SERIOUS: 1, GENERAL: 2 } as const;

/** By appointment; those without one by level, and then the oldest first. */
function isBefore(a: WorkOrder, b: WorkOrder): number {
  if (a.appointment && b.appointment)
    return Date.parse(a.appointment.from) - Date.parse(b.appointment.from) || rank[a.level] - rank[b.level];
  return rank[a.level] - rank[b.level] || Date.parse(a.submittedAt) - Date.parse(b.submittedAt);
}

/** The groups that have orders, in the order in which they are worked on. */
export function groupsOf(orders: readonly WorkOrder[], nowMs: number) {
  return orderGroups
    .map((group) => ({
      group,
      orders: orders.filter((order) => groupOf(order, nowMs) === group).toSorted(isBefore),
    }))
    .filter((it) => it.orders.length > 0);
}
