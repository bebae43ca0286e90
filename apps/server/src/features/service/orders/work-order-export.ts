import { csvLine, csvMark, workOrderNumber } from '@sweepline/contract';
import { Readable } from 'node:stream';
import type { Input, workOrderCalls, WorkOrder } from '@sweepline/contract';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { workOrderFilter } from './work-order-filter.ts';
import { readWorkOrders } from './work-order-rows.ts';

/** More than a month of a large fleet. */
const maxExported = 20_000;

/** The columns of the file. Its names are those of the answers of the list. */
const columns: Record<string, (order: WorkOrder) => string | number | null> = {
  number: workOrderNumber,
  name: ({ name }) => name,
  type: ({ type }) => type,
  level: ({ level }) => level,
  faultType: ({ faultType }) => faultType,
  state: ({ state }) => state,
  description: ({ description }) => description,
  company: ({ companyName }) => companyName,
  site: ({ site }) => site?.name ?? null,
  device: ({ device }) => device?.name ?? null,
  sn: ({ device }) => device?.sn ?? null,
  alarmCode: ({ alarm }) => alarm?.code ?? null,
  origin: ({ origin }) => origin,
  publisher: ({ publisher }) => publisher?.name ?? null,
  submittedAt: ({ submittedAt }) => submittedAt,
  dispatchedAt: ({ dispatchedAt }) => dispatchedAt,
  assignee: ({ assignee }) => assignee?.name ?? null,
  contactNumber: ({ contactNumber }) => contactNumber,
  appointment: ({ appointment }) => appointment?.from ?? null,
  waitingFor: ({ waiting }) => waiting?.for ?? null,
  updatedAt: ({ updatedAt }) => updatedAt,
  resolvedAt: ({ resolvedAt }) => resolvedAt,
  resolution: ({ resolution }) => resolution,
  verification: ({ verification }) => verification,
  warranty: ({ warranty }) => warranty,
  rating: ({ rating }) => rating,
  pictures: ({ pictureCount }) => pictureCount,
  respondBy: ({ respondBy }) => respondBy,
  resolveBy: ({ resolveBy }) => resolveBy,
  isLate: ({ isLate }) => (isLate ? 1 : 0),
};

/** The orders of a period as a CSV file. Internal notes, labour and cost are not in it. */
export async function exportWorkOrders(ctx: Ctx, input: Input<(typeof workOrderCalls)['export']>) {
  const where = workOrderFilter(ctx, input);
  const { list } = await readWorkOrders(ctx, where, { page: 1, pageSize: maxExported });
  const lines = list.map((order) => csvLine(Object.values(columns).map((cell) => cell(order))));
  return {
    mediaType: 'text/csv; charset=utf-8',
    fileName: `work-orders-${ctx.now().toISOString().slice(0, 10)}.csv`,
    open: () => Readable.from([`${csvMark}${csvLine(Object.keys(columns))}`, ...lines]),
  };
}
