import type { WorkOrder } from '@sweepline/contract';
import { dayMin, placeOf, type GridColumn } from '../calendar-rules.ts';

/** The part of an appointment that lies in a column of the grid, in minutes since midnight. */
export interface Visit {
  order: WorkOrder;
  from: number;
  to: number;
}

/** The appointments in a day, or in one robot's day. One that goes over midnight is in both days. */
export function visitsIn(
  { date, deviceId }: GridColumn,
  orders: readonly WorkOrder[],
  zone: string,
): Visit[] {
  return orders.flatMap((order) => {
    if (!order.appointment || (deviceId !== null && order.device?.id !== deviceId)) return [];
    const from = placeOf(order.appointment.from, zone);
    const until = placeOf(order.appointment.until, zone);
    if (date < from.date || date > until.date) return [];
    const visit = {
      order,
      from: date === from.date ? from.minute : 0,
      to: date === until.date ? until.minute : dayMin,
    };
    return visit.to > visit.from ? [visit] : [];
  });
}
