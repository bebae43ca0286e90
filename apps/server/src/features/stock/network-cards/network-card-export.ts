import type { NetworkCard } from '@sweepline/contract';
import { and, asc, gt } from 'drizzle-orm';
import type { BytesAnswer } from '../../../platform/http/bytes.ts';
import { csvOfBatches, type CsvColumns } from '../../../platform/documents/csv-stream.ts';
import type { Ctx } from '../../../platform/calls/ctx.ts';
import { cardFilter, cardOf, cardRows, type CardFilters } from './network-card-list.ts';
import { networkCards } from './network-card-table.ts';

const mb = 1024 * 1024;
const inMb = (bytes: number | null) => (bytes === null ? null : Math.round((bytes / mb) * 100) / 100);

/** The import reads the first columns. */
const columns: CsvColumns<NetworkCard> = {
  iccid: ({ iccid }) => iccid,
  operator: ({ operator }) => operator,
  package: ({ packageType }) => packageType,
  monthlyMb: ({ monthlyBytes }) => inMb(monthlyBytes),
  expires: ({ expiresAt }) => expiresAt?.slice(0, 10) ?? null,
  company: ({ companyName }) => companyName,
  remark: ({ remark }) => remark,
  status: ({ status }) => status,
  suspendedBecause: ({ suspendedBecause }) => suspendedBecause,
  activatedAt: ({ activatedAt }) => activatedAt,
  usedMb: ({ usedBytes }) => inMb(usedBytes),
  toldAt: ({ toldAt }) => toldAt,
  device: ({ device }) => device?.nickname ?? null,
  sn: ({ device }) => device?.sn ?? null,
};

/** The filtered cards as CSV, by ICCID. */
export const exportCards = (ctx: Ctx, input: CardFilters): BytesAnswer =>
  csvOfBatches({
    reader: ctx,
    fileName: `sim-cards-${ctx.now().toISOString().slice(0, 10)}.csv`,
    columns,
    read: async (db, last, limit) => {
      const cards = await cardRows(db)
        .where(and(cardFilter(db, input), gt(networkCards.iccid, last?.iccid ?? '')))
        .orderBy(asc(networkCards.iccid))
        .limit(limit);
      return cards.map(cardOf);
    },
  });
