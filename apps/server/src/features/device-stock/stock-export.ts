import { Readable } from 'node:stream';
import { warrantyEnd } from '@sweepline/contract';
import type { BytesAnswer } from '../../platform/http/bytes.ts';
import { csvLine, csvMark } from '../../platform/documents/csv.ts';
import type { Ctx } from '../../platform/calls/ctx.ts';
import { inScope } from '../../platform/db/db.ts';
import { readStockAfter, type StockFilters } from './stock-list.ts';

const batch = 500;
type Row = Awaited<ReturnType<typeof readStockAfter>>[number];

const columns: Record<string, (row: Row) => string | null> = {
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

/** Reads each batch in its own transaction, so that a slow download keeps no transaction open. */
async function* lines(ctx: Ctx, filters: StockFilters) {
  const { services, account } = ctx;
  yield csvMark + csvLine(Object.keys(columns));
  let after: string | null = null;
  for (;;) {
    const from: string | null = after;
    const rows: Row[] = await inScope(
      services.db,
      account.scope,
      (db) => readStockAfter({ ...ctx, db }, filters, from, batch),
      { readOnly: true, home: account.companyId },
    );
    for (const row of rows) yield csvLine(Object.values(columns).map((read) => read(row)));
    after = rows.at(-1)?.id ?? null;
    if (after === null || rows.length < batch) return;
  }
}

/** The filtered stock as CSV, streamed. */
export const exportStock = (ctx: Ctx, filters: StockFilters): BytesAnswer => ({
  mediaType: 'text/csv; charset=utf-8',
  fileName: 'stock.csv',
  open: () => Readable.from(lines(ctx, filters)),
});
