export * from './control-passwords.ts';
export * from './device-care.ts';
export * from './device-commands.ts';
export * from './device-control.ts';
export * from './device-groups.ts';
export * from './device-history.ts';
export * from './device-life.ts';
export * from './device-change.ts';
export * from './device-live.ts';
export * from './device-requests.ts';
export * from './device-scores.ts';
export * from './device-settings.ts';
export * from './setting-fault-texts.ts';
export * from './device-shares.ts';
export * from './device-tab-groups.ts';
export * from './device-versions.ts';
export * from './devices.ts';
export * from './drive-sessions.ts';
export * from './settings-profiles.ts';
export * from './settings-rollouts.ts';

import { controlPasswordCalls } from './control-passwords.ts';
import { deviceCareCalls } from './device-care.ts';
import { commandCalls } from './device-commands.ts';
import { deviceControlCalls } from './device-control.ts';
import { deviceGroupCalls } from './device-groups.ts';
import { deviceHistoryCalls } from './device-history.ts';
import { deviceRequestCalls } from './device-requests.ts';
import { deviceScoreCalls } from './device-scores.ts';
import { deviceSettingCalls } from './device-settings.ts';
import { deviceShareCalls, receivedShareCalls } from './device-shares.ts';
import { deviceVersionCalls } from './device-versions.ts';
import { deviceCalls } from './devices.ts';
import { driveSessionCalls } from './drive-sessions.ts';
import { settingsProfileCalls } from './settings-profiles.ts';
import { settingsRolloutCalls } from './settings-rollouts.ts';

/** Calls about robots: life cycle, state, commands, settings and supplies. */
export const deviceArea = {
  devices: deviceCalls,
  commands: commandCalls,
  deviceCare: deviceCareCalls,
  deviceScores: deviceScoreCalls,
  deviceHistory: deviceHistoryCalls,
  deviceRequests: deviceRequestCalls,
  deviceControl: deviceControlCalls,
  driveSessions: driveSessionCalls,
  controlPasswords: controlPasswordCalls,
  deviceShares: deviceShareCalls,
  receivedShares: receivedShareCalls,
  deviceVersions: deviceVersionCalls,
  deviceSettings: deviceSettingCalls,
  deviceGroups: deviceGroupCalls,
  settingsProfiles: settingsProfileCalls,
  settingsRollouts: settingsRolloutCalls,
};
