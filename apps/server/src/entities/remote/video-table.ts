import {
  driveRights,
  recordingEnds,
  recordingStates,
  videoReasons,
  videoStates,
  videoViewEnds,
  viewRights,
} from '@sweepline/contract';
import { cameras } from '@sweepline/contract/robot';
import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../platform/db/columns.ts';
import { storedFiles } from '../../platform/files/file-table.ts';
import { devices } from '../devices/device-table.ts';

const deviceId = () =>
  uuid()
    .notNull()
    .references(() => devices.id, { onDelete: 'cascade' });

/** Streams of cameras. The id is the sessionId of the protocol. */
export const videoSessions = ownedTable(
  'video_sessions',
  {
    deviceId: deviceId(),
    camera: text({ enum: cameras }).notNull(),
    state: text({ enum: videoStates }).notNull(),
    reason: text({ enum: videoReasons }),
    changedAt: moment().notNull(),
    startedAt: moment().notNull(),
    endedAt: moment(),
    /** SHA-256 of the token with which the robot opens the stream, once. */
    tokenHash: text().notNull(),
    tokenUntil: moment().notNull(),
    tokenUsedAt: moment(),
  },
  (table) => [
    index('video_sessions_device').on(table.deviceId, table.camera, table.startedAt),
    // One stream of a camera: of two servers that open it at the same time one is refused.
    uniqueIndex('video_sessions_open')
      .on(table.deviceId, table.camera)
      .where(sql`${table.endedAt} is null`),
  ],
);

/** Who watched a camera, since when and why. `companyId` is that of the robot, whose people may read it. */
export const videoViews = ownedTable(
  'video_views',
  {
    deviceId: deviceId(),
    sessionId: uuid()
      .notNull()
      .references(() => videoSessions.id, { onDelete: 'cascade' }),
    camera: text({ enum: cameras }).notNull(),
    accountId: uuid().notNull(),
    /** The sign-in of the account; frames go to no other. */
    login: uuid().notNull(),
    viewer: text().notNull(),
    company: text().notNull(),
    byRight: text({ enum: viewRights }).notNull(),
    reason: text().notNull(),
    openedAt: moment().notNull(),
    endedAt: moment(),
    endedAs: text({ enum: videoViewEnds }),
  },
  (table) => [
    index('video_views_device').on(table.deviceId, table.openedAt),
    index('video_views_session').on(table.sessionId),
    index('video_views_company').on(table.companyId, table.openedAt),
  ],
);

/** The kind of the files of snapshots. The general call for files does not read them. */
export const snapshotFiles = 'VIDEO_SNAPSHOT';

/** Pictures of cameras that people kept, with viewer, robot and time in the picture. `companyId` is that of the robot. */
export const videoSnapshots = ownedTable(
  'video_snapshots',
  {
    deviceId: deviceId(),
    camera: text({ enum: cameras }).notNull(),
    takenAt: moment().notNull(),
    accountId: uuid().notNull(),
    viewer: text().notNull(),
    company: text().notNull(),
    fileId: uuid()
      .notNull()
      .references(() => storedFiles.id),
    width: integer().notNull(),
    height: integer().notNull(),
  },
  (table) => [
    index('video_snapshots_device').on(table.deviceId, table.takenAt),
    index('video_snapshots_file').on(table.fileId),
  ],
);

/** The kind of the files of recordings. Only their own address reads them. */
export const recordingFiles = 'VIDEO_RECORDING';

/** Clusters of WebM in the file store, and those of them that begin with a key frame: their time, and where they begin. */
export interface RecordingPart {
  sha256: string;
  bytes: number;
  /** The time of its last picture. */
  toMs: number;
  cues: [ms: number, at: number][];
}

/** Recordings of cameras. `companyId` is that of the robot. A row remains when its file is deleted. */
export const videoRecordings = ownedTable(
  'video_recordings',
  {
    deviceId: deviceId(),
    camera: text({ enum: cameras }).notNull(),
    state: text({ enum: recordingStates }).notNull(),
    accountId: uuid().notNull(),
    person: text().notNull(),
    company: text().notNull(),
    byRight: text({ enum: driveRights }).notNull(),
    reason: text().notNull(),
    startedAt: moment().notNull(),
    /** The last sign of the server that records. */
    signAt: moment().notNull(),
    endedAt: moment(),
    endedAs: text({ enum: recordingEnds }),
    endedBy: text().notNull().default(''),
    /** Its server was killed. */
    wasCut: boolean().notNull().default(false),
    durationMs: integer().notNull().default(0),
    bytes: bigint({ mode: 'number' }).notNull().default(0),
    width: integer().notNull().default(0),
    height: integer().notNull().default(0),
    /** What is stored of a recording that has no file yet. */
    parts: jsonb().$type<RecordingPart[]>().notNull().default([]),
    fileId: uuid().references(() => storedFiles.id),
  },
  (table) => [
    index('video_recordings_device').on(table.deviceId, table.startedAt),
    index('video_recordings_company').on(table.companyId, table.startedAt),
    index('video_recordings_file').on(table.fileId),
    // One recording of a camera: of two servers that start one at the same time one is refused.
    uniqueIndex('video_recordings_open')
      .on(table.deviceId, table.camera)
      .where(sql`${table.endedAt} is null`),
  ],
);
export type RecordingRow = typeof videoRecordings.$inferSelect;
