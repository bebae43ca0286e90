export * from './files/device-files.ts';
export * from './diagnosis.ts';
export * from './shells/device-shell.ts';
export * from './shells/shell-session.ts';
export * from './video/device-video.ts';
export * from './remote-access.ts';
export * from './video/video-recordings.ts';
export * from './video/attached-snapshots.ts';
export * from './video/snapshot-rules.ts';
export * from './video/video-snapshots.ts';
export * from './video/video-walls.ts';
export * from './logs/device-log-values.ts';
export * from './logs/device-logs.ts';
export * from './logs/log-collection.ts';
export * from './logs/log-store.ts';
export * from './files/file-transfers.ts';
export * from './files/managed-files.ts';
export * from './files/uploads.ts';

import { deviceFileCalls } from './files/device-files.ts';
import { diagnosisCalls } from './diagnosis.ts';
import { shellCalls } from './shells/device-shell.ts';
import { attachedSnapshotCalls } from './video/attached-snapshots.ts';
import { snapshotRuleCalls } from './video/snapshot-rules.ts';
import { videoCalls, videoViewCalls } from './video/device-video.ts';
import { videoRecordingCalls } from './video/video-recordings.ts';
import { videoSnapshotCalls } from './video/video-snapshots.ts';
import { videoWallCalls } from './video/video-walls.ts';
import { remoteAccessCalls } from './remote-access.ts';
import { deviceLogCalls } from './logs/device-logs.ts';
import { logCollectionCalls } from './logs/log-collection.ts';
import { logStoreCalls } from './logs/log-store.ts';
import { fileTransferCalls } from './files/file-transfers.ts';
import { managedFileCalls } from './files/managed-files.ts';
import { uploadCalls } from './files/uploads.ts';

/** Calls that reach into a robot: pictures, shells, logs and files. */
export const remoteArea = {
  deviceFiles: deviceFileCalls,
  deviceLogs: deviceLogCalls,
  logCollections: logCollectionCalls,
  logStore: logStoreCalls,
  managedFiles: managedFileCalls,
  fileTransfers: fileTransferCalls,
  uploads: uploadCalls,
  diagnosis: diagnosisCalls,
  shell: shellCalls,
  video: videoCalls,
  videoViews: videoViewCalls,
  videoWalls: videoWallCalls,
  videoSnapshots: videoSnapshotCalls,
  attachedSnapshots: attachedSnapshotCalls,
  snapshotRules: snapshotRuleCalls,
  videoRecordings: videoRecordingCalls,
  remoteAccess: remoteAccessCalls,
};
