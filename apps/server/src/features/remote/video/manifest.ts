import type { Db } from '../../../platform/db/db.ts';
import type { FileStore } from '../../../platform/files/files.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import type { Clock } from '../../../platform/runtime/clock.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { attachedSnapshotAnswers } from './attached-snapshot-handlers.ts';
import { ruleSnapshotJob } from './by-rule/rule-snapshot-service.ts';
import { snapshotRuleAnswers } from './by-rule/snapshot-rule-handlers.ts';
import { recordingAnswers } from './recording-handlers.ts';
import { recordingStoreJob } from './recording-store-service.ts';
import { snapshotAnswers } from './snapshot-handlers.ts';
import { videoAnswers } from './video-handlers.ts';
import { videoTopics } from './video-topics.ts';
import { wallAnswers } from './wall-handlers.ts';

interface CallNeeds {
  robots: Robots;
  vault: Pick<Vault, 'keyFor'>;
  now: Clock;
}

interface JobNeeds {
  db: Db;
  bus: Bus;
  files: FileStore;
  now: Clock;
  robots: Robots;
}

/** What this feature adds to the server. */
export const deviceVideo = {
  calls: (needs: CallNeeds) => [
    ...videoAnswers(needs),
    ...wallAnswers,
    ...snapshotAnswers,
    ...attachedSnapshotAnswers,
    ...snapshotRuleAnswers,
    ...recordingAnswers(needs),
  ],
  topics: videoTopics,
  jobs: ({ db, bus, files, now, robots }: JobNeeds) => [
    recordingStoreJob({ db, bus, files, now }),
    ruleSnapshotJob({ db, bus, files, now, robots }),
  ],
};
