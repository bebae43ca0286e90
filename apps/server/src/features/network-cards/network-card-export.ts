import { Readable } from 'node:stream';
import { and, asc, gt } from 'drizzle-orm';
import type { BytesAnswer } from '../../platform/http/bytes.ts';
import { csvLine, csvMark } from '../../platform/documents/csv.ts';
import type { Ctx } from '../../platform/calls/ctx.ts';
import { inScope } from '../../platform/db/db.ts';
import { cardFilter, cardOf, cardRows, type CardFilters } from './network-card-list.ts';
import { networkCards } from './network-card-table.ts';

const batch = 1000;
const mb = 1024 * 1024;
const columns = [
  ...['iccid', 'operator', 'package', 'monthlyMb', 'expires', 'company', 'remark'],
  ...['status', 'suspendedBecause', 'activatedAt', 'usedMb', 'toldAt', 'device', 'sn'],
];
const inMb = (bytes: number | null) => (bytes === null ? null : Math.round((bytes / mb) * 100) / 100);

async function* lines(ctx: Ctx, filters: CardFilters) {
  yield csvMark + csvLine(columns);
  let after = '';
  for (;;) {
    const rows = await inScope(
      ctx.services.db,
      ctx.account.scope,
      (db) =>
        cardRows(db)
          .where(and(cardFilter(db, filters), gt(networkCards.iccid, after)))
          .orderBy(asc(networkCards.iccid))
          .limit(batch),
      { readOnly: true },
    );
    for (const card of rows.map(cardOf)) {
      yield csvLine([
        ...[card.iccid, card.operator, card.packageType, inMb(card.monthlyBytes)],
        ...[card.expiresAt?.slice(0, 10) ?? null, card.companyName, card.remark],
        ...[card.status, card.suspendedBecause, card.activatedAt, inMb(card.usedBytes), card.toldAt],
        ...[card.device?.nickname ?? null, card.device?.sn ?? null],
      ]);
    }
    if (rows.length < batch) return;
    after = rows.at(-1)?.card.iccid ?? '';
  }
}

/** The filtered cards as streamed CSV. The first columns are those of the import. */
export const exportCards = (ctx: Ctx, input: CardFilters): BytesAnswer => ({
  mediaType: 'text/csv; charset=utf-8',
  fileName: `sim-cards-${ctx.now().toISOString().slice(0, 10)}.csv`,
  open: () => Readable.from(lines(ctx, input)),
});
