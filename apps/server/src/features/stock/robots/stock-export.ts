import { warrantyEnd } from '@sweepline/contract';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { csvOfBatches, type CsvColumns } from '../../../platform/documents/csv-stream.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { readStockAfter, type StockFilters } from './stock-list.ts';

type Row = Awaited<ReturnType<typeof readStockAfter>>[number];

const columns: CsvColumns<Row> = {
  sn: ({ sn }) => sn,
  nickname: ({ nickname }) => nickname,
  model: ({ model }) => model,
  company: ({ companyName }) => companyName,
  inventory: ({ inventory }) => inventory,
  inventorySince: ({ inventoryAt }) => inventoryAt,
  useStatus: ({ useStatus }) => useStatus,
  usageType: ({ usageType }) => usageType,
  binding: ({ binding }) => binding,
  activatedAt: ({ activatedAt }) => activatedAt,
  usableUntil: ({ usableUntil }) => usableUntil,
  warrantyUntil: ({ warranty }) => warranty && warrantyEnd(warranty),
  offeredTo: ({ offer }) => offer?.companyName ?? null,
};

/** The filtered stock as CSV. */
export const exportStock = (ctx: Ctx, filters: StockFilters): BytesAnswer =>
  csvOfBatches<Row>({
    reader: ctx,
    fileName: 'stock.csv',
    columns,
    read: (db, last, limit) => readStockAfter({ ...ctx, db }, filters, last?.id ?? null, limit),
  });
