export * from './app-checks.ts';
export * from './app-releases.ts';
export * from './app-values.ts';
export * from './apps.ts';
export * from './device-updates.ts';
export * from './package-values.ts';
export * from './packages.ts';
export * from './task-parts.ts';
export * from './task-values.ts';
export * from './update-window.ts';
export * from './tasks.ts';
export * from './whitelists.ts';

import { appCheckCalls } from './app-checks.ts';
import { appReleaseCalls } from './app-releases.ts';
import { appCalls } from './apps.ts';
import { deviceUpdateCalls } from './device-updates.ts';
import { otaPackageCalls } from './packages.ts';
import { otaTaskCalls } from './tasks.ts';
import { otaWhitelistCalls } from './whitelists.ts';

/** Calls about the software of robots, of their screens and of phones. */
export const updateArea = {
  otaPackages: otaPackageCalls,
  otaWhitelists: otaWhitelistCalls,
  otaTasks: otaTaskCalls,
  deviceUpdates: deviceUpdateCalls,
  apps: appCalls,
  appReleases: appReleaseCalls,
  appChecks: appCheckCalls,
};
