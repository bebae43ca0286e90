import { deviceLogCalls, logStoreCalls, permissions } from '@sweepline/contract';
import { deviceLogs } from '../../../entities/remote/device-log-table.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import { find } from '../../../platform/db/page.ts';
import { createDownloadAddresses } from '../../../platform/files/download-address.ts';
import type { StoredFile } from '../../../platform/files/files.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import { scopeOfReader } from '../../people/auth/download-reader-service.ts';
import { fileOfLog } from './log-archive.ts';
import { logsBelow, partsOf, robotOf, type FolderLogs } from './log-store-tree.ts';

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
    /** The address of the zip of a folder. It is for the robot of the folder. */
    addressOfFolder: (deviceId: string, accountId: string, dir: string) => {
      const { token, expiresAt } = addresses.create({ recordId: deviceId, accountId });
      const path = logStoreCalls.fetchFolder.path.replace(':token', token);
      return { url: `/api/${path}?${new URLSearchParams({ dir })}`, expiresAt };
    },
    /** The logs of such a folder, as far as its account may still read them. */
    folderOf: async (db: Db, token: string, dir: string): Promise<FolderLogs> => {
      const download = addresses.read(token);
      if (!download) throw new Refusal('notFound');
      const scope = await inScope(
        db,
        '*',
        (tx) => scopeOfReader(tx, download.accountId, permissions.deviceLogDownload),
        { readOnly: true },
      );
      return await inScope(
        db,
        scope,
        async (tx) => {
          const { id } = await robotOf(tx, partsOf(dir)[0] ?? '');
          if (id !== download.recordId) throw new Refusal('notFound');
          return await logsBelow(tx, dir);
        },
        { readOnly: true },
      );
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
