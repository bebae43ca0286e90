import type { Input, Output, VoiceSet, voiceSetCalls } from '@sweepline/contract';
import { and, eq, getTableColumns, ilike, or, sql } from 'drizzle-orm';
import { customAudio } from '../../../entities/brand/custom-audio-table.ts';
import { voiceSetItems, voiceSets, voiceUses } from '../../../entities/brand/voice-set-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { orderBy } from '../../../platform/db/order-by.ts';
import { contains, counted, inValues, visible } from '../../../platform/db/page.ts';
import { paginate } from '../../../platform/db/paginate.ts';
import { inOrder } from './sound-rules.ts';

const robotsOf = (db: Tx, ids: readonly string[]) =>
  db
    .select({ id: voiceUses.setId, robots: sql<number>`count(*)`.mapWith(Number) })
    .from(voiceUses)
    .innerJoin(devices, and(eq(devices.id, voiceUses.deviceId), eq(devices.companyId, voiceUses.companyId)))
    .where(and(inValues(voiceUses.setId, ids), visible(db, devices)))
    .groupBy(voiceUses.setId);

/** Sets in the form of the contract, in the order of the ids. */
async function readSets(db: Tx, ids: readonly string[]): Promise<VoiceSet[]> {
  const [rows, items, uses] = await Promise.all([
    db
      .select({ row: getTableColumns(voiceSets), company: { id: companies.id, name: companies.name } })
      .from(voiceSets)
      .innerJoin(companies, eq(companies.id, voiceSets.companyId))
      .where(and(inValues(voiceSets.id, ids), visible(db, voiceSets))),
    db.select().from(voiceSetItems).where(inValues(voiceSetItems.setId, ids)),
    robotsOf(db, ids),
  ]);
  return ids.flatMap((id) => {
    const found = rows.find(({ row }) => row.id === id);
    if (!found) return [];
    const own = items.filter(({ setId }) => setId === id);
    const { companyId: _, ...row } = found.row;
    return [
      {
        ...row,
        company: found.company,
        languages: [...new Set(own.map(({ language }) => language))].toSorted(),
        slots: new Set(own.map(({ slot }) => slot)).size,
        robots: uses.find((use) => use.id === id)?.robots ?? 0,
      },
    ];
  });
}

const { id: audioId, name, soundType: type, seconds, bytes, loudness } = customAudio;

/** The places of a set with their files, in the order of pages. */
export async function itemsOf(db: Tx, setId: string) {
  const rows = await db
    .select({
      language: voiceSetItems.language,
      slot: voiceSetItems.slot,
      audio: { id: audioId, name, type, seconds, bytes, loudness },
      file: { id: customAudio.fileId, format: customAudio.format },
    })
    .from(voiceSetItems)
    .innerJoin(customAudio, eq(customAudio.id, voiceSetItems.audioId))
    .where(eq(voiceSetItems.setId, setId));
  const order = inOrder(rows.map(({ slot }) => slot));
  return rows.toSorted(
    (a, b) => a.language.localeCompare(b.language) || order.indexOf(a.slot) - order.indexOf(b.slot),
  );
}

export async function readSet(db: Tx, id: string): Promise<Output<(typeof voiceSetCalls)['detail']>> {
  const [set] = await readSets(db, [id]);
  if (!set) throw new Refusal('notFound');
  const items = await itemsOf(db, id);
  return { ...set, items: items.map(({ language, slot, audio }) => ({ language, slot, audio })) };
}

const sortable = { name: sql`lower(${voiceSets.name})`, updatedAt: voiceSets.updatedAt };

/** One page of sets. */
export async function listSets(db: Tx, input: Input<(typeof voiceSetCalls)['list']>) {
  const text = input.keyword && contains(input.keyword);
  const where = and(
    visible(db, voiceSets),
    text ? or(ilike(voiceSets.name, text), ilike(voiceSets.remark, text)) : undefined,
    input.companyId ? eq(voiceSets.companyId, input.companyId) : undefined,
  );
  const rows = db
    .select({ id: voiceSets.id })
    .from(voiceSets)
    .where(where)
    .orderBy(...orderBy(sortable, input.sort ?? 'name', voiceSets.id));
  const { list, total } = await paginate(input, rows, counted(db, voiceSets, where));
  const ids = list.map(({ id }) => id);
  return { list: await readSets(db, ids), total };
}
