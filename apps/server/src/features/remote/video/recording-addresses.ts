import { permissions, videoRecordingCalls } from '@sweepline/contract';
import { videoRecordings } from '../../../entities/remote/video-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { createDownloadAddresses } from '../../../platform/files/download-address.ts';
import { findFile, type StoredFile } from '../../../platform/files/files.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { scopeOfReader } from '../../people/auth/download-reader-service.ts';
import { isOwnOfShare } from './recording-rows.ts';

/** Addresses that play one recording for one account during ten minutes. Its right is checked again with each request. */
export function createRecordingAddresses(vault: Pick<Vault, 'keyFor'>, now: Clock) {
  const addresses = createDownloadAddresses(vault, now);
  return {
    create: (recordId: string, accountId: string): { url: string; expiresAt: string } => {
      const { token, expiresAt } = addresses.create({ recordId, accountId });
      return { url: `/api/${videoRecordingCalls.fetch.path.replace(':token', token)}`, expiresAt };
    },
    fileOf: async (db: Db, token: string): Promise<StoredFile> => {
      const download = addresses.read(token);
      if (!download) throw new Refusal('notFound');
      const { recordId, accountId } = download;
      return await inScope(
        db,
        '*',
        async (all) => {
          const scope = await scopeOfReader(all, accountId, permissions.deviceRecord);
          const row = await find(all, videoRecordings, recordId);
          const isVisible = scope === '*' || scope.includes(row.companyId);
          if (!row.fileId || !(isVisible || (await isOwnOfShare(all, row, accountId, now))))
            throw new Refusal('notFound');
          return await findFile(all, row.fileId);
        },
        { readOnly: true },
      );
    },
  };
}
