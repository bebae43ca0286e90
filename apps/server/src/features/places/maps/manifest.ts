import type { Robots } from '../../../robots-port/robots.ts';
import { deviceMapAnswers } from './device-map-handlers.ts';
import { mapDraftAnswers } from './drafts/map-draft-handlers.ts';
import { mapVersionAnswers } from './drafts/map-version-handlers.ts';
import type { Previews } from './exchange/map-preview-service.ts';
import { mapAnswers } from './map-handlers.ts';
import { mapTopics } from './map-topics.ts';
import { mapSyncNeeds } from './map-sync-needs.ts';

/** What this feature adds to the server. */
export const maps = {
  calls: (needs: { robots: Robots; previews: Previews }) => [
    ...mapAnswers(needs),
    ...mapDraftAnswers,
    ...mapVersionAnswers,
    ...deviceMapAnswers(needs),
  ],
  topics: () => mapTopics,
  needs: mapSyncNeeds,
};
