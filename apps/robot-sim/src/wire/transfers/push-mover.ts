import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Disk } from '../connection/disk.ts';
import type { AddressRequests } from '../jobs/address-requests.ts';
import { FileDownload } from '../jobs/file-download.ts';
import { hashOf } from '../jobs/package-check.ts';
import { bytesOn, type FetchRange } from '../jobs/range-download.ts';
import type { RobotFiles } from '../logs/robot-files.ts';
import type { Mover } from './mover.ts';
import type { TransferRecord } from './transfer-record.ts';

interface PushDeps {
  disk: Disk;
  files: RobotFiles;
  addresses: AddressRequests;
  fetchRange: FetchRange | undefined;
}

const pushOf = (record: TransferRecord) => {
  if (record.kind !== 'FILE_PUSH') throw new Error(`${record.kind} is no push`);
  return record.params;
};

/** Downloads a file of the server, checks it and puts it in its place. */
export function pushMover({ disk, files, addresses, fetchRange }: PushDeps): Mover {
  const download = new FileDownload(addresses, fetchRange);
  const placeOf = ({ params }: TransferRecord) => join(disk.folder(), 'jobs', `${params.jobId}.part`);
  return {
    failure: 'DOWNLOAD',
    prepare: (record) => {
      record.packed = { sha256: pushOf(record).sha256, name: '' };
      return Promise.resolve(undefined);
    },
    move: async (record) => {
      const { fileId, bytes } = pushOf(record);
      record.bytesDone = await download.next(placeOf(record), fileId, bytes);
      return record.bytesDone === bytes;
    },
    verify: async (record) => {
      const { sha256, bytes, targetPath, mode } = pushOf(record);
      const [place, target] = [placeOf(record), files.at(targetPath)];
      // A power cut after the renaming: the file is in its place already.
      const at = existsSync(place) ? place : target;
      if (bytesOn(at) !== bytes || (await hashOf(at)) !== sha256) return 'HASH';
      mkdirSync(dirname(target), { recursive: true });
      chmodSync(at, Number.parseInt(mode, 8));
      renameSync(at, target);
      return undefined;
    },
    clean: (record) => {
      download.forget();
      rmSync(placeOf(record), { force: true });
    },
  };
}
