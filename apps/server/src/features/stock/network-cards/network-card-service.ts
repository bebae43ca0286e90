import { cardKeyOf } from '@sweepline/contract';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Tx } from '../../../platform/db/db.ts';
import type { OperatorCard } from './sim-operator-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { networkCardDays, networkCards } from './network-card-table.ts';

/**
 * Stores the card that a robot reports at its device. An available card becomes activated. A later status of the operator
 * overrides it.
 */
export async function storeReportedCard(
  tx: Tx,
  deviceId: string,
  document: Record<string, unknown>,
  at: string,
): Promise<void> {
  const iccid = typeof document['iccid'] === 'string' ? cardKeyOf(document['iccid']) : undefined;
  if (iccid === undefined) return;
  await tx
    .update(devices)
    .set({ iccid })
    .where(and(eq(devices.id, deviceId), sql`${devices.iccid} is distinct from ${iccid}`));
  // The card was moved to another robot, and the former robot has not reported since.
  await tx
    .update(devices)
    .set({ iccid: null })
    .where(
      and(
        eq(devices.iccid, iccid),
        ne(devices.id, deviceId),
        sql`${devices.companyId} = (select company_id from ${devices} where id = ${deviceId})`,
      ),
    );
  await tx
    .update(networkCards)
    .set({ status: 'ACTIVATED', activatedAt: sql`coalesce(${networkCards.activatedAt}, ${at}::timestamptz)` })
    .where(
      and(
        eq(networkCards.iccid, iccid),
        eq(networkCards.status, 'AVAILABLE'),
        // A robot can report the ICCID of another company's card; that card stays unchanged.
        sql`${networkCards.companyId} = (select company_id from ${devices} where id = ${deviceId})`,
      ),
    );
}

/** Stores the operator's data of cards. Days that it reports again are replaced; other days stay. */
export async function storeOperatorCards(
  tx: Tx,
  reports: readonly OperatorCard[],
  at: string,
): Promise<void> {
  if (reports.length === 0) return;
  const rows = await tx
    .select({ id: networkCards.id, iccid: networkCards.iccid, companyId: networkCards.companyId })
    .from(networkCards)
    .where(
      inArray(
        networkCards.iccid,
        reports.map(({ iccid }) => iccid),
      ),
    )
    .for('no key update');
  const cards = new Map(rows.map((row) => [row.iccid, row]));
  for (const { iccid, usage, ...facts } of reports) {
    const card = cards.get(iccid);
    if (!card) continue;
    const values = Object.fromEntries(
      Object.entries(facts).filter(([, value]) => value !== null && value !== ''),
    );
    await tx
      .update(networkCards)
      .set({ ...values, suspendedBecause: facts.suspendedBecause, toldAt: at })
      .where(eq(networkCards.id, card.id));
    if (usage.length === 0) continue;
    await tx
      .insert(networkCardDays)
      .values(usage.map((day) => ({ ...day, cardId: card.id, companyId: card.companyId })))
      .onConflictDoUpdate({
        target: [networkCardDays.cardId, networkCardDays.day, networkCardDays.kind],
        set: { bytes: sql`excluded.bytes` },
      });
  }
}
