import { z } from 'zod';
import { byId, calls, moment, nothing } from '../../grammar/call.ts';
import { permissions } from '../../grammar/permissions.ts';
import { cameras } from '../../robot/video/cameras.ts';
import { snapshotFailures } from './snapshot-rules.ts';

/** What a snapshot is attached to. An assist has the id of its first alarm, a report that of its run. */
export const attachedToKinds = ['ALARM', 'ASSIST', 'REPORT', 'ORDER'] as const;
export type AttachedToKind = (typeof attachedToKinds)[number];

const { alarmList, assists, deviceList, deviceSnapshot, orderCreate, orderUpdate, orderWork, reportList } =
  permissions;

/** The caller needs one of these as well, as for reading the record itself. An order takes pictures from those who work on it. */
export const attachPermissions = {
  ALARM: [alarmList, deviceList],
  ASSIST: [assists],
  REPORT: [reportList],
  ORDER: [orderCreate, orderUpdate, orderWork],
} as const satisfies Record<AttachedToKind, readonly string[]>;

export const attachedSnapshot = z.object({
  id: z.string(),
  camera: z.enum(cameras),
  takenAt: moment,
  /** Who took it: a person, or the company by its rule; then `company` is empty. */
  viewer: z.string(),
  company: z.string(),
  attachedAt: moment,
  /** Empty where the rule of the company attached it. */
  attachedBy: z.string(),
});
export type AttachedSnapshot = z.infer<typeof attachedSnapshot>;

/** The snapshot of an alarm that its company wants to have by itself. */
const snapshotRequest = z.object({
  state: z.enum(['WAITING', 'TAKEN', 'FAILED']),
  /** Why no picture was taken. */
  failure: z.enum(snapshotFailures).nullable(),
  at: moment,
});
export type SnapshotRequest = z.infer<typeof snapshotRequest>;

const allow = deviceSnapshot;
const path = 'service/video/snapshot/attached';

/**
 * Snapshots as evidence. They stay as long as the record that has them, also when the snapshot itself is deleted, until they
 * are detached. A work order has them among its pictures.
 */
export const attachedSnapshotCalls = calls('attachedSnapshots', {
  /** Oldest first. */
  list: {
    method: 'POST',
    path: `${path}/list`,
    allow,
    reads: true,
    allowWhileImpersonating: false,
    input: z.strictObject({ kind: z.enum(attachedToKinds).exclude(['ORDER']), targetId: z.uuid() }),
    output: z.object({
      list: z.array(attachedSnapshot),
      /** Null where none was asked for. */
      request: snapshotRequest.nullable().default(null),
    }),
  },
  /** The picture, as JPEG. */
  picture: {
    method: 'POST',
    path: `${path}/picture`,
    kind: 'bytes',
    allow,
    reads: true,
    allowWhileImpersonating: false,
    input: byId,
    output: z.unknown(),
  },
  /** Takes a snapshot off its record. The snapshot itself stays, if it was not deleted before. */
  detach: {
    method: 'POST',
    path: `${path}/detach`,
    allow,
    allowWhileImpersonating: false,
    input: byId,
    output: nothing,
  },
});
