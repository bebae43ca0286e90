import { z } from 'zod';
import { byId, calls, moment, nothing } from '../../grammar/call.ts';
import { listInput, listOf } from '../../grammar/list.ts';
import { permissions } from '../../grammar/permissions.ts';
import { cameras } from '../../robot/video/cameras.ts';
import { attachedToKinds } from './attached-snapshots.ts';

export const videoSnapshot = z.object({
  id: z.string(),
  deviceId: z.string(),
  camera: z.enum(cameras),
  /** When the picture was taken, by the server's clock. */
  takenAt: moment,
  viewer: z.string(),
  company: z.string(),
  width: z.number().int(),
  height: z.number().int(),
});
export type VideoSnapshot = z.infer<typeof videoSnapshot>;

const allow = permissions.deviceSnapshot;
const path = 'service/video/snapshot';

/**
 * Pictures of cameras that people kept. Viewer, robot and time are part of each picture. They are stored for 180 days. An
 * impersonating session sees none of them.
 */
export const videoSnapshotCalls = calls('videoSnapshots', {
  /** The newest picture of an own view. */
  add: {
    method: 'POST',
    path: `${path}/add`,
    allow,
    input: z.strictObject({ viewId: z.uuid() }),
    output: videoSnapshot,
  },
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow,
    reads: true,
    allowWhileImpersonating: false,
    input: listInput({ deviceId: z.uuid() }),
    output: listOf(videoSnapshot),
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
  /** The same snapshot again changes nothing. The record is one of the same robot and company. */
  attach: {
    method: 'POST',
    path: `${path}/attach`,
    allow,
    input: z.strictObject({ id: z.uuid(), kind: z.enum(attachedToKinds), targetId: z.uuid() }),
    output: nothing,
  },
  remove: {
    method: 'POST',
    path: `${path}/delete`,
    allow,
    input: byId,
    output: nothing,
  },
});
