import { z } from 'zod';
import { byId, calls, moment } from '../grammar/call.ts';
import { driveEnds, driveRights } from './device-control.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

export const driveSession = z.object({
  id: z.string(),
  deviceId: z.string(),
  driver: z.string(),
  right: z.enum(driveRights),
  reason: z.string(),
  openedAt: moment,
  endedAt: moment.nullable(),
  end: z.enum(driveEnds).nullable(),
  /** Who ended it, if not the driver. */
  endedBy: z.string(),
  distanceM: z.number(),
  maxMps: z.number(),
  latencyMs: z.number().nullable(),
});
export type DriveSession = z.infer<typeof driveSession>;

/** Past driving sessions of a device. */
export const driveSessionCalls = calls('driveSessions', {
  list: {
    method: 'POST',
    path: 'service/deviceControl/session/queryWithPage',
    allow: permissions.deviceList,
    reads: true,
    input: listInput({ deviceId: z.uuid() }),
    output: listOf(driveSession),
  },
  /** One session with its path: milliseconds since the start, x and y in metres in the map frame, radians. */
  detail: {
    method: 'POST',
    path: 'service/deviceControl/session/detail',
    allow: permissions.deviceList,
    reads: true,
    input: byId,
    output: driveSession.extend({
      mapId: z.string().nullable(),
      path: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])),
    }),
  },
});
