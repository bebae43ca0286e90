export * from '../stock/activation-code.ts';
export * from '../stock/activation-code-rows.ts';
export * from '../stock/activation-codes.ts';
export * from './alarms/alarm-acts.ts';
export * from './alarms/alarm-causes.ts';
export * from './alarms/alarm-entry.ts';
export * from './alarms/alarm-quality.ts';
export * from './alarms/alarm-setting-values.ts';
export * from './alarms/alarm-settings.ts';
export * from './alarms/alarm-values.ts';
export * from './alarms/alarms.ts';
export * from './alarms/monitor.ts';
export type { MonitorDetail, MonitorTrailStep, RobotPeriod } from './alarms/monitor-detail.ts';
export * from './alarms/escalation-values.ts';
export * from './alarms/escalation.ts';
export * from '../stock/card-usage.ts';
export * from './connection-refusals.ts';
export * from './control-passwords.ts';
export * from './dead-letters.ts';
export * from '../stock/device-binding.ts';
export * from './device-care.ts';
export * from './device-commands.ts';
export * from './device-control.ts';
export * from './device-files.ts';
export * from './device-groups.ts';
export * from './device-history.ts';
export * from './device-life.ts';
export * from './device-live.ts';
export * from './device-requests.ts';
export * from '../stock/device-resales.ts';
export * from './device-scores.ts';
export * from './device-settings.ts';
export * from './setting-fault-texts.ts';
export * from './device-shares.ts';
export * from '../stock/device-stock.ts';
export * from './device-versions.ts';
export * from './diagnosis/diagnosis.ts';
export * from './shell/device-shell.ts';
export * from './shell/shell-session.ts';
export * from './video/device-video.ts';
export * from './video/remote-access.ts';
export * from './video/video-recordings.ts';
export * from './video/attached-snapshots.ts';
export * from './video/snapshot-rules.ts';
export * from './video/video-snapshots.ts';
export * from '../stock/device-warranty.ts';
export * from './devices.ts';
export * from './drive-sessions.ts';
export * from './logs/device-log-values.ts';
export * from './logs/device-logs.ts';
export * from './logs/log-collection.ts';
export * from './logs/log-store.ts';
export * from './files/file-transfers.ts';
export * from './files/managed-files.ts';
export * from './files/uploads.ts';
export * from '../stock/card-key.ts';
export * from '../stock/network-cards.ts';
export * from './settings-profiles.ts';
export * from './settings-rollouts.ts';

import { activationCodeCalls } from '../stock/activation-codes.ts';
import { alarmActCalls } from './alarms/alarm-acts.ts';
import { alarmQualityCalls } from './alarms/alarm-quality.ts';
import { alarmSettingCalls } from './alarms/alarm-settings.ts';
import { alarmCalls } from './alarms/alarms.ts';
import { monitorCalls } from './alarms/monitor.ts';
import { alarmTellingCalls, codeTellingCalls, escalationCalls } from './alarms/escalation.ts';
import { connectionRefusalCalls } from './connection-refusals.ts';
import { controlPasswordCalls } from './control-passwords.ts';
import { deadLetterCalls } from './dead-letters.ts';
import { deviceBindingCalls } from '../stock/device-binding.ts';
import { deviceCareCalls } from './device-care.ts';
import { commandCalls } from './device-commands.ts';
import { deviceControlCalls } from './device-control.ts';
import { deviceFileCalls } from './device-files.ts';
import { deviceGroupCalls } from './device-groups.ts';
import { deviceHistoryCalls } from './device-history.ts';
import { deviceRequestCalls } from './device-requests.ts';
import { deviceResaleCalls } from '../stock/device-resales.ts';
import { deviceScoreCalls } from './device-scores.ts';
import { deviceSettingCalls } from './device-settings.ts';
import { deviceShareCalls, receivedShareCalls } from './device-shares.ts';
import { deviceStockCalls } from '../stock/device-stock.ts';
import { deviceVersionCalls } from './device-versions.ts';
import { deviceWarrantyCalls } from '../stock/device-warranty.ts';
import { deviceCalls } from './devices.ts';
import { diagnosisCalls } from './diagnosis/diagnosis.ts';
import { shellCalls } from './shell/device-shell.ts';
import { attachedSnapshotCalls } from './video/attached-snapshots.ts';
import { snapshotRuleCalls } from './video/snapshot-rules.ts';
import { videoCalls, videoViewCalls } from './video/device-video.ts';
import { videoRecordingCalls } from './video/video-recordings.ts';
import { videoSnapshotCalls } from './video/video-snapshots.ts';
import { remoteAccessCalls } from './video/remote-access.ts';
import { driveSessionCalls } from './drive-sessions.ts';
import { deviceLogCalls } from './logs/device-logs.ts';
import { logCollectionCalls } from './logs/log-collection.ts';
import { logStoreCalls } from './logs/log-store.ts';
import { fileTransferCalls } from './files/file-transfers.ts';
import { managedFileCalls } from './files/managed-files.ts';
import { uploadCalls } from './files/uploads.ts';
import { networkCardCalls } from '../stock/network-cards.ts';
import { settingsProfileCalls } from './settings-profiles.ts';
import { settingsRolloutCalls } from './settings-rollouts.ts';

/** Calls about robots: life cycle, state, commands, settings and supplies. */
export const deviceArea = {
  devices: deviceCalls,
  commands: commandCalls,
  deviceCare: deviceCareCalls,
  deviceFiles: deviceFileCalls,
  deviceLogs: deviceLogCalls,
  logCollections: logCollectionCalls,
  logStore: logStoreCalls,
  managedFiles: managedFileCalls,
  fileTransfers: fileTransferCalls,
  uploads: uploadCalls,
  deviceScores: deviceScoreCalls,
  deviceHistory: deviceHistoryCalls,
  deviceRequests: deviceRequestCalls,
  connectionRefusals: connectionRefusalCalls,
  deviceControl: deviceControlCalls,
  driveSessions: driveSessionCalls,
  diagnosis: diagnosisCalls,
  shell: shellCalls,
  video: videoCalls,
  videoViews: videoViewCalls,
  videoSnapshots: videoSnapshotCalls,
  attachedSnapshots: attachedSnapshotCalls,
  snapshotRules: snapshotRuleCalls,
  videoRecordings: videoRecordingCalls,
  remoteAccess: remoteAccessCalls,
  controlPasswords: controlPasswordCalls,
  deviceShares: deviceShareCalls,
  receivedShares: receivedShareCalls,
  deviceBinding: deviceBindingCalls,
  deviceStock: deviceStockCalls,
  deviceResales: deviceResaleCalls,
  deviceWarranty: deviceWarrantyCalls,
  activationCodes: activationCodeCalls,
  deviceVersions: deviceVersionCalls,
  deviceSettings: deviceSettingCalls,
  deviceGroups: deviceGroupCalls,
  settingsProfiles: settingsProfileCalls,
  settingsRollouts: settingsRolloutCalls,
  deadLetters: deadLetterCalls,
  networkCards: networkCardCalls,
  alarms: alarmCalls,
  alarmActs: alarmActCalls,
  monitor: monitorCalls,
  alarmQuality: alarmQualityCalls,
  alarmSettings: alarmSettingCalls,
  escalation: escalationCalls,
  alarmTellings: alarmTellingCalls,
  codeTellings: codeTellingCalls,
};
