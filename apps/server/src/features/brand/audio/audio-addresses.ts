import { customAudioCalls, permissions } from '@sweepline/contract';
import { eq } from 'drizzle-orm';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { createDownloadAddresses } from '../../../platform/files/download-address.ts';
import { findFile, type StoredFile } from '../../../platform/files/files.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { scopeOfReader } from '../../people/auth/download-reader-service.ts';
import { customAudio } from '../../../entities/brand/custom-audio-table.ts';

export interface AddressNeeds {
  vault: Pick<Vault, 'keyFor'>;
  now: Clock;
}

/** Addresses that play one sound for one account during ten minutes. Its right is checked again with each request. */
export function createAudioAddresses({ vault, now }: AddressNeeds) {
  const addresses = createDownloadAddresses(vault, now);
  const readOnly = { readOnly: true } as const;
  return {
    create: (recordId: string, accountId: string): { url: string; expiresAt: string } => {
      const { token, expiresAt } = addresses.create({ recordId, accountId });
      return { url: `/api/${customAudioCalls.fetch.path.replace(':token', token)}`, expiresAt };
    },
    fileOf: async (db: Db, token: string): Promise<StoredFile> => {
      const address = addresses.read(token);
      if (!address) throw new Refusal('notFound');
      const { recordId, accountId } = address;
      const reach = await inScope(
        db,
        '*',
        (all) => scopeOfReader(all, accountId, permissions.customAudio),
        readOnly,
      );
      // Row-level security decides whether the account still reads the row, which may be of a company above.
      const [row] = await inScope(
        db,
        reach,
        (tx) =>
          tx.select({ fileId: customAudio.fileId }).from(customAudio).where(eq(customAudio.id, recordId)),
        readOnly,
      );
      if (!row) throw new Refusal('notFound');
      return await inScope(db, '*', (all) => findFile(all, row.fileId), readOnly);
    },
  };
}
