import type { Robots } from '../../robots-port/robots.ts';
import { snapshotAnswers } from './snapshot-handlers.ts';
import { videoAnswers } from './video-handlers.ts';
import { videoTopics } from './video-topics.ts';

/** What this feature adds to the server. */
export const deviceVideo = {
  calls: ({ robots }: { robots: Robots }) => [...videoAnswers({ robots }), ...snapshotAnswers],
  topics: videoTopics,
};
