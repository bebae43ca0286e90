import type { Robots } from '../../robots-port/robots.ts';
import { deviceSettingAnswers } from './device-settings-handlers.ts';

/** What this feature adds to the server. */
export const deviceSettings = {
  calls: (needs: { robots: Robots }) => deviceSettingAnswers(needs),
};
