import type { Robots } from '../../../robots-port/robots.ts';
import { deviceSettingAnswers } from './device-settings-handlers.ts';
import { settingsSyncNeeds } from './settings-sync-needs.ts';

/** What this feature adds to the server. */
export const deviceSettings = {
  calls: (needs: { robots: Robots }) => deviceSettingAnswers(needs),
  needs: settingsSyncNeeds,
};
