import type {
  RecordingEnd,
  RecordingState,
  RemoteAccess,
  RemoteAccessKind,
  ViewRight,
} from '@sweepline/contract';
import type { Camera } from '@sweepline/contract/robot';
import { sql, type SQL } from 'drizzle-orm';
import { driveSessions } from '../../../entities/devices/control-table.ts';
import { shellSessions } from '../../../entities/remote/shell-table.ts';
import { videoRecordings, videoViews } from '../../../entities/remote/video-table.ts';
import type { Tx } from '../../../platform/db/db.ts';

/** The columns that a kind of access may not have. They stand first in each query: the columns of a union have one order. */
const without = {
  camera: sql<Camera | null>`null`.as('camera'),
  end: sql<RemoteAccess['end']>`null`.as('end'),
  shellEnd: sql<RemoteAccess['shellEnd']>`null`.as('shell_end'),
  recordingEnd: sql<RecordingEnd | null>`null`.as('recording_end'),
  endedBy: sql<string>`''`.as('by'),
  distanceM: sql<number | null>`null::real`.as('distance'),
  keptState: sql<RecordingState | null>`null`.as('kept_state'),
  keptMs: sql<number | null>`null::int`.as('kept_ms'),
  keptBytes: sql<number | null>`null::float8`.as('kept_bytes'),
};

export const viewsOf = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      ...without,
      id: videoViews.id,
      deviceId: videoViews.deviceId,
      companyId: videoViews.companyId,
      openedAt: videoViews.openedAt,
      endedAt: videoViews.endedAt,
      kind: sql<RemoteAccessKind>`'VIEW'`.as('kind'),
      person: sql<string>`${videoViews.viewer}`.as('person'),
      company: sql<string>`${videoViews.company}`.as('company'),
      byRight: sql<ViewRight>`${videoViews.byRight}`.as('right'),
      reason: videoViews.reason,
      camera: sql<Camera | null>`${videoViews.camera}`.as('camera'),
      end: sql<RemoteAccess['end']>`${videoViews.endedAs}`.as('end'),
    })
    .from(videoViews)
    .where(where);

export const drivesOf = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      ...without,
      id: driveSessions.id,
      deviceId: driveSessions.deviceId,
      companyId: driveSessions.companyId,
      openedAt: driveSessions.openedAt,
      endedAt: driveSessions.endedAt,
      kind: sql<RemoteAccessKind>`'DRIVE'`.as('kind'),
      person: sql<string>`${driveSessions.accountName}`.as('person'),
      company: sql<string>`${driveSessions.accountCompany}`.as('company'),
      byRight: sql<ViewRight>`${driveSessions.byRight}`.as('right'),
      reason: driveSessions.reason,
      end: sql<RemoteAccess['end']>`${driveSessions.endedAs}`.as('end'),
      endedBy: sql<string>`${driveSessions.endedBy}`.as('by'),
      distanceM: sql<number | null>`${driveSessions.distanceM}`.as('distance'),
    })
    .from(driveSessions)
    .where(where);

export const shellsOf = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      ...without,
      id: shellSessions.id,
      deviceId: shellSessions.deviceId,
      companyId: shellSessions.companyId,
      openedAt: sql<string>`${shellSessions.openedAt}`.as('opened_at'),
      endedAt: shellSessions.endedAt,
      kind: sql<RemoteAccessKind>`'SHELL'`.as('kind'),
      person: sql<string>`${shellSessions.requester}`.as('person'),
      company: sql<string>`${shellSessions.requesterCompany}`.as('company'),
      byRight: sql<ViewRight>`'COMPANY'`.as('right'),
      reason: shellSessions.reason,
      shellEnd: sql<RemoteAccess['shellEnd']>`${shellSessions.endReason}`.as('shell_end'),
      endedBy: sql<string>`${shellSessions.endedBy}`.as('by'),
    })
    .from(shellSessions)
    .where(where);

export const recordingsOf = (db: Tx, where: SQL | undefined) =>
  db
    .select({
      ...without,
      id: videoRecordings.id,
      deviceId: videoRecordings.deviceId,
      companyId: videoRecordings.companyId,
      openedAt: sql<string>`${videoRecordings.startedAt}`.mapWith(videoRecordings.startedAt).as('opened_at'),
      endedAt: videoRecordings.endedAt,
      kind: sql<RemoteAccessKind>`'RECORDING'`.as('kind'),
      person: sql<string>`${videoRecordings.person}`.as('person'),
      company: sql<string>`${videoRecordings.company}`.as('company'),
      byRight: sql<ViewRight>`${videoRecordings.byRight}`.as('right'),
      reason: videoRecordings.reason,
      camera: sql<Camera | null>`${videoRecordings.camera}`.as('camera'),
      recordingEnd: sql<RecordingEnd | null>`${videoRecordings.endedAs}`.as('recording_end'),
      endedBy: sql<string>`${videoRecordings.endedBy}`.as('by'),
      keptState: sql<RecordingState | null>`${videoRecordings.state}`.as('kept_state'),
      keptMs: sql<number | null>`${videoRecordings.durationMs}`.as('kept_ms'),
      keptBytes: sql<number | null>`${videoRecordings.bytes}::float8`.as('kept_bytes'),
    })
    .from(videoRecordings)
    .where(where);

export type Entry = Awaited<ReturnType<typeof drivesOf>>[number];
