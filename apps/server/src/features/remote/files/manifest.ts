import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import type { Previews } from '../../places/maps/exchange/map-preview-service.ts';
import { fileAnswers } from './file-handlers.ts';
import { managedFileAnswers } from './managed-file-handlers.ts';
import { uploadAnswers } from './upload-handlers.ts';
import { fileTransferAnswers } from './transfers/file-transfer-handlers.ts';
import { transferResendJob } from './transfers/transfer-resend.ts';
import { fileCleanupJob } from './file-garbage-collection-service.ts';

interface CallNeeds {
  previews: Previews;
  vault: Pick<Vault, 'keyFor'>;
  now: Clock;
  fileQuotaBytes: number;
  robots: Robots;
}

/** What this feature adds to the server. */
export const files = {
  calls: (needs: CallNeeds) => [
    ...fileAnswers(needs),
    ...uploadAnswers,
    ...fileTransferAnswers(needs),
    ...managedFileAnswers({ ...needs, quotaBytes: needs.fileQuotaBytes }),
  ],
  jobs: ({ db, files, now, robots }: { db: Db; files: FileStore; now: Clock; robots: Robots }) => [
    fileCleanupJob(db, files, now),
    transferResendJob({ db, robots, now }),
  ],
};
