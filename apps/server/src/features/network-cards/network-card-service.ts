import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Tx } from '../../platform/db/db.ts';
import type { OperatorCard } from '../../robots/sim-operator/sim-operator-service.ts';
import { devices } from '../devices/device-table.ts';
import { networkCardDays, networkCards } from './network-card-table.ts';

const reported = z.looseObject({ iccid: z.string().regex(/^\d{18,20}[0-9A-F]?$/) });

/**
 * A robot says which card sits in it: it is written at the device, and a card that waited for its first robot is in use from now
 * on. What the operator says of the card later wins.
 */
export async function storeReportedCard(
  tx: Tx,
  deviceId: string,
  document: Record<string, unknown>,
  at: string,
): Promise<void> {
  const parsed = reported.safeParse(document);
  if (!parsed.success) return;
  const { iccid } = parsed.data;
  await tx
    .update(devices)
    .set({ iccid })
    .where(and(eq(devices.id, deviceId), sql`${devices.iccid} is distinct from ${iccid}`));
  // It was put from one robot into another; the former one has not said anything since.
  await tx
    .update(devices)
    .set({ iccid: null })
    .where(
      and(
        eq(devices.iccid, iccid),
        ne(devices.id, deviceId),
        sql`${devices.companyId} = (select company_id from devices where id = ${deviceId})`,
      ),
    );
  await tx
    .update(networkCards)
    .set({ status: 'ACTIVATED', activatedAt: sql`coalesce(${networkCards.activatedAt}, ${at}::timestamptz)` })
    .where(
      and(
        eq(networkCards.iccid, iccid),
        eq(networkCards.status, 'AVAILABLE'),
        // The number of another company's card can be said as well; that card is not this robot's.
        sql`${networkCards.companyId} = (select company_id from devices where id = ${deviceId})`,
      ),
    );
}

/** Writes what the operator told of cards. Days it told before are replaced; days it no longer tells stay. */
export async function storeOperatorCards(tx: Tx, told: readonly OperatorCard[], at: string): Promise<void> {
  if (told.length === 0) return;
  const rows = await tx
    .select({ id: networkCards.id, iccid: networkCards.iccid, companyId: networkCards.companyId })
    .from(networkCards)
    .where(
      inArray(
        networkCards.iccid,
        told.map(({ iccid }) => iccid),
      ),
    )
    .for('no key update');
  const cards = new Map(rows.map((row) => [row.iccid, row]));
  for (const { iccid, usage, ...facts } of told) {
    const card = cards.get(iccid);
    if (!card) continue;
    const known = Object.fromEntries(
      Object.entries(facts).filter(([, value]) => value !== null && value !== ''),
    );
    await tx
      .update(networkCards)
      .set({ ...known, suspendedBecause: facts.suspendedBecause, toldAt: at })
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
