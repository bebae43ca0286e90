import type { CustomAudio } from '@sweepline/contract';
import { and, eq } from 'drizzle-orm';
import { customAudio, type CustomAudioRow } from '../../../entities/brand/custom-audio-table.ts';
import { readableAudio } from '../../../entities/brand/readable-audio.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { visible } from '../../../platform/db/page.ts';

/** Audio files with their companies, where the reader may see those. */
export const audioRows = (db: Tx) =>
  db
    .select({ row: customAudio, company: { id: companies.id, name: companies.name } })
    .from(customAudio)
    .leftJoin(
      companies,
      and(eq(companies.id, customAudio.companyId), visible(db, { companyId: companies.id })),
    )
    .$dynamic();

/** A file of a company above names neither the company nor its people. */
export function toAudio(
  db: Tx,
  { row, company }: { row: CustomAudioRow; company: CustomAudio['company'] },
): CustomAudio {
  const isOwn = db.scope === '*' || db.scope.includes(row.companyId);
  return {
    ...row,
    type: row.soundType,
    agentLevel: row.audienceLevel,
    company: isOwn ? company : null,
    isOwn,
    updatedBy: isOwn ? row.updatedBy : '',
  };
}

/** One audio file that the reader may use. */
export async function readAudio(db: Tx, id: string): Promise<CustomAudio> {
  const [found] = await audioRows(db).where(and(eq(customAudio.id, id), readableAudio(db)));
  if (!found) throw new Refusal('notFound');
  return toAudio(db, found);
}
