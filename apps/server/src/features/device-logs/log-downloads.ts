import { deviceLogCalls, permissions } from '@sweepline/contract';
import { deviceLogs } from '../../entities/devices/logs/device-log-table.ts';
import { Refusal } from '../../platform/calls/ctx.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { find } from '../../platform/db/page.ts';
import { createDownloadAddresses } from '../../platform/files/download-address.ts';
import type { StoredFile } from '../../platform/files/files.ts';
import type { Vault } from '../../platform/files/vault.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { scopeOfReader } from '../auth/download-reader-service.ts';
import { fileOfLog } from './log-archive.ts';

/** Addresses of archives for one account and ten minutes. */
export function createLogDownloads(vault: Pick<Vault, 'keyFor'>, now: Clock) {
  const addresses = createDownloadAddresses(vault, now);
  const addressOf = (recordId: string, accountId: string) => {
    const { token, expiresAt } = addresses.create({ recordId, accountId });
    return { url: `/api/${deviceLogCalls.fetch.path.replace(':token', token)}`, expiresAt };
  };
  return {
    addressOf,
    /** The address of one file of the archive. */
    addressOfFile: (recordId: string, accountId: string, index: number) => {
      const { url, expiresAt } = addressOf(recordId, accountId);
      return { url: `${url}/${index}`, expiresAt };
    },
    /** The archive of an address, if its account may still read it. */
    fileOf: async (db: Db, token: string): Promise<StoredFile> => {
      const download = addresses.read(token);
      if (!download) throw new Refusal('notFound');
      return await inScope(
        db,
        '*',
        async (tx) => {
          const scope = await scopeOfReader(tx, download.accountId, permissions.deviceLogDownload);
          const log = await find(tx, deviceLogs, download.recordId);
          if (scope !== '*' && !scope.includes(log.companyId)) throw new Refusal('notFound');
          return await fileOfLog(tx, log);
        },
        { readOnly: true },
      );
    },
  };
}
export type LogDownloads = ReturnType<typeof createLogDownloads>;
