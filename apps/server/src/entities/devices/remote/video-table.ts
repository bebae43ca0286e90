import { driveRights, videoReasons, videoStates, videoViewEnds } from '@sweepline/contract';
import { cameras } from '@sweepline/contract/robot';
import { sql } from 'drizzle-orm';
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { moment, ownedTable } from '../../../platform/db/columns.ts';
import { storedFiles } from '../../../platform/files/file-table.ts';
import { devices } from '../device-table.ts';

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
    byRight: text({ enum: driveRights }).notNull(),
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
