import { z } from 'zod';
import { commandStates } from './devices/device-commands.ts';
import { driveFrame, driveStatus } from './devices/device-control.ts';
import { commandJob, deviceChange, deviceLive, runTrail } from './devices/device-live.ts';
import { sharedMessage } from './devices/device-shares.ts';
import { notice, noticePush } from './people/notices.ts';

/** One pushed stream: its name on the socket and what its `content` carries. The counterpart of `Call`. */
export interface Topic<M extends z.ZodType = z.ZodType> {
  name: string;
  message: M;
}
const topic = <M extends z.ZodType>(name: string, message: M): Topic<M> => ({ name, message });

export const topics = {
  ping: topic('/ws/ping', z.object({ at: z.string() })),
  /** The session was ended by somebody else; `errorMsg` of the frame says why. */
  kick: topic('/ws/kick', z.object({})),
  /** What this person may do or see has changed: the menu and what was read are looked at anew. */
  rights: topic('/ws/rights', z.object({})),
  online: topic(
    '/ws/online',
    z.object({ deviceId: z.string(), sn: z.string(), online: z.boolean(), at: z.string() }),
  ),
  alarm: topic(
    '/ws/alarm',
    z.object({
      deviceId: z.string(),
      alarmId: z.string(),
      code: z.string(),
      level: z.number().int(),
      raised: z.boolean(),
      /** As the robot or the protocol puts it; the console has words for the codes it knows. */
      text: z.string(),
      deviceName: z.string(),
      /** Raised again while it was being counted: a flapping alarm is told once. */
      again: z.boolean(),
      ...noticePush,
    }),
  ),
  /** A new system or device notice. */
  event: topic('/ws/event', z.object({ kind: z.enum(['system', 'device']), notice, ...noticePush })),
  /** New release notes. */
  announcement: topic('/ws/announcement', z.object({ id: z.string() })),
  /** Changes of devices, coalesced: at most one frame each 2 s. A page asks for those it shows: of a large fleet they are few. */
  devices: topic('/ws/devices', z.object({ changes: z.array(deviceChange) })),
  /** A device came to a map or left one. */
  standing: topic(
    '/ws/standing',
    z.object({ deviceId: z.string(), mapId: z.string().nullable(), left: z.string().nullable() }),
  ),
  /** Commands that were given or went on in their life. */
  commands: topic(
    '/ws/commands',
    z.object({
      changes: z.array(z.object({ id: z.string(), deviceId: z.string(), status: z.enum(commandStates) })),
    }),
  ),
  /** Jobs that went on, by the command that began each. */
  jobs: topic(
    '/ws/jobs',
    z.object({ changes: z.array(z.object({ id: z.string(), deviceId: z.string(), job: commandJob })) }),
  ),
  /** Runs that changed state, phase or progress. */
  runs: topic(
    '/ws/runs',
    z.object({ runId: z.string(), deviceId: z.string(), taskId: z.string().nullable() }),
  ),
};

/** Live state of one device while a page watches it, at most five frames a second. */
export const deviceTopic = (deviceId: string) =>
  topic(`/ws/device/${deviceId}`, z.object({ live: deviceLive, trail: runTrail.nullable() }));

/** What people draw on a map: somebody saved, published or threw away its draft. Who draws too asks what it is now. */
export const mapDraftTopic = (mapId: string) =>
  topic(
    `/ws/map/${mapId}`,
    z.object({
      mapId: z.string(),
      /** Of the draft, 0 while there is none; null where it stays as it is. */
      version: z.number().int().nullable(),
      /** The published one. */
      currentVersion: z.number().int(),
      by: z.string(),
    }),
  );

/** Who drives a device and how it goes, while a page shows it. */
export const driveTopic = (deviceId: string) => topic(`/ws/drive/${deviceId}`, driveStatus);
/** A device that was shared with the listener. */
export const sharedTopic = (deviceId: string) => topic(`/ws/shared/${deviceId}`, sharedMessage);

export type Message<T extends Topic> = z.infer<T['message']>;

/** A frame from the server. */
export const socketFrame = z.object({
  topic: z.string(),
  content: z.unknown(),
  errorMsg: z.string().optional(),
  allUnReadCount: z.number().optional(),
});
/** So many rows may a page follow at once. */
export const maxFilterIds = 500;

/** A frame from the browser. Of topics about many records, `only` names those that are shown; said again, it takes the place of the last. */
export const socketRequest = z.union([
  z.strictObject({ subscribe: z.string().max(100), only: z.array(z.uuid()).max(maxFilterIds).optional() }),
  z.strictObject({ unsubscribe: z.string().max(100) }),
  z.strictObject({ drive: driveFrame }),
]);

/**
 * Why the server closed a socket, as WebSocket close codes. After `ended` the browser does not come back; after `tooManySockets` it
 * comes back when its tab is shown, so that tabs do not push each other out in turn; after the others it comes back later.
 */
export const socketCloseCodes = {
  ended: 4001,
  tooManySockets: 4008,
  tooManySubscriptions: 4009,
  tooManyMessages: 4010,
  /** A frame above the byte limit: the WebSocket protocol has a code of its own for it. */
  messageTooLong: 1009,
} as const;
export type SocketCloseCause = keyof typeof socketCloseCodes;
