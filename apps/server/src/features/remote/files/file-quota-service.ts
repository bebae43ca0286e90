import { uploadPurposes } from '@sweepline/contract';
import { and, eq, gt, inArray, isNull, sum } from 'drizzle-orm';
import { audioFiles } from '../../../entities/brand/custom-audio-table.ts';
import { companies } from '../../../entities/people/company-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { fileUploads } from './file-upload-table.ts';

const kinds: readonly string[] = [...uploadPurposes, audioFiles];

/** The bytes of the company's uploaded files, and what its open uploads have received: an announcement alone uses no storage. */
export async function usedBytes(tx: Tx, companyId: string, now: Clock): Promise<number> {
  const [stored] = await tx
    .select({ bytes: sum(storedFiles.bytes).mapWith(Number) })
    .from(storedFiles)
    .where(and(eq(storedFiles.companyId, companyId), inArray(storedFiles.kind, kinds)));
  const [open] = await tx
    .select({ bytes: sum(fileUploads.receivedBytes).mapWith(Number) })
    .from(fileUploads)
    .where(
      and(
        eq(fileUploads.companyId, companyId),
        isNull(fileUploads.fileId),
        gt(fileUploads.expiresAt, now().toISOString()),
      ),
    );
  return (stored?.bytes ?? 0) + (open?.bytes ?? 0);
}

/** Refuses bytes for which the company has no storage left: an upload when it is announced, and each part when it is stored. */
export async function checkQuota(
  tx: Tx,
  { companyId, quotaBytes, now }: { companyId: string; quotaBytes: number; now: Clock },
  bytes: number,
): Promise<void> {
  // Parts of one company are stored one after the other, so that two of them do not use the same space.
  await tx
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.id, companyId))
    .for('no key update');
  const free = Math.max(0, quotaBytes - (await usedBytes(tx, companyId, now)));
  if (bytes > free) throw new Refusal('quotaExceeded', { words: { free: sizeText(free) } });
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'];

/** A size in steps of 1024, as the console shows it. */
function sizeText(bytes: number): string {
  const step = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** step).toFixed(step === 0 ? 0 : 2)} ${units[step]}`;
}
