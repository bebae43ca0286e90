import { z } from 'zod';
import { commandStates } from './devices/device-commands.ts';
import { driveFrame, driveStatus } from './devices/device-control.ts';
import { shellInput } from './remote/shells/shell-session.ts';
import { logPullStates } from './remote/logs/device-log-values.ts';
import { deviceChange } from './devices/device-change.ts';
import { commandJob, deviceLive, runTrail } from './devices/device-live.ts';
import { sharedMessage } from './devices/device-shares.ts';
import { notice, noticePush } from './people/notices.ts';

/** One stream pushed on the socket: its name and the schema of its `content`. */
export interface Topic<M extends z.ZodType = z.ZodType> {
  name: string;
  message: M;
}
const topic = <M extends z.ZodType>(name: string, message: M): Topic<M> => ({ name, message });

export const topics = {
  ping: topic('/ws/ping', z.object({ at: z.string() })),
  /** The session was ended by another user or session; `errorMsg` of the frame has the reason. */
  kick: topic('/ws/kick', z.object({})),
  /** This server ends: the page opens its next connection within this time, and then closes this one. */
  moving: topic('/ws/moving', z.object({ withinMs: z.number() })),
  /** The permissions or the tenant scope of the account changed: the page reloads the menu and its data. */
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
      /** The effective level. */
      level: z.number().int(),
      raised: z.boolean(),
      /** Text of the robot or of the protocol; the console translates the codes it knows. */
      text: z.string(),
      deviceName: z.string(),
      /** A further raise of an alarm that chatters: only its beginning and its end are told. */
      again: z.boolean(),
      /** How often it was raised in this row. The default serves the version before, which pushes none of the following. */
      count: z.number().int().default(1),
      /** False if settings, a shelf or its cause keep it from people: lists follow, and the bell does not. */
      isTold: z.boolean().default(true),
      /** The alarm that brought it about. */
      causeId: z.string().nullable().default(null),
      ...noticePush,
    }),
  ),
  /** People changed these alarms: acknowledged, assigned, commented, shelved or processed them, or set the level of their code. */
  alarmActs: topic(
    '/ws/alarmActs',
    z.object({ changes: z.array(z.object({ id: z.string(), deviceId: z.string() })) }),
  ),
  /** Work orders that are new or changed. */
  workOrders: topic(
    '/ws/workOrders',
    z.object({ changes: z.array(z.object({ id: z.string(), deviceId: z.string().nullable() })) }),
  ),
  /** A new system or device notice. */
  event: topic('/ws/event', z.object({ kind: z.enum(['system', 'device']), notice, ...noticePush })),
  /** New release notes. */
  announcement: topic('/ws/announcement', z.object({ id: z.string() })),
  /** Changes of devices, at most one frame every 2 s. A page subscribes only to the devices it shows. */
  devices: topic('/ws/devices', z.object({ changes: z.array(deviceChange) })),
  /** A device declares something else about itself, so that lists read it again. */
  declared: topic('/ws/declared', z.object({ deviceId: z.string() })),
  /** A device entered or left a map. */
  standing: topic(
    '/ws/standing',
    z.object({ deviceId: z.string(), mapId: z.string().nullable(), left: z.string().nullable() }),
  ),
  /** Commands that were created or changed their status. */
  commands: topic(
    '/ws/commands',
    z.object({
      changes: z.array(z.object({ id: z.string(), deviceId: z.string(), status: z.enum(commandStates) })),
    }),
  ),
  /** Jobs with progress; `id` is the command that started the job. */
  jobs: topic(
    '/ws/jobs',
    z.object({ changes: z.array(z.object({ id: z.string(), deviceId: z.string(), job: commandJob })) }),
  ),
  /** A transfer from a robot, to the account that asked for it only. */
  download: topic(
    '/ws/ssh/download/file',
    z.object({
      /** The record: a device log. */
      id: z.string(),
      deviceId: z.string(),
      state: z.enum(logPullStates),
      /** 0–100. */
      progress: z.number(),
      /** At the end the address of the file, for ten minutes; empty before. */
      url: z.string(),
    }),
  ),
  /** Elevators whose cars, doors, leases or rides changed. A page subscribes only to the shafts it shows. */
  lifts: topic('/ws/lifts', z.object({ changes: z.array(z.object({ id: z.string() })) })),
  /** Doors that changed, or whose requests ended. */
  accessDoors: topic('/ws/accessDoors', z.object({ changes: z.array(z.object({ id: z.string() })) })),
  /** Trainings that are new, or that changed. */
  aiTrainings: topic('/ws/ai/training', z.object({ changes: z.array(z.object({ id: z.string() })) })),
  /** Runs that changed state, phase or progress. */
  runs: topic(
    '/ws/runs',
    z.object({ runId: z.string(), deviceId: z.string(), taskId: z.string().nullable() }),
  ),
};

/** Live state of one device while a page watches it, at most five frames a second. */
export const deviceTopic = (deviceId: string) =>
  topic(`/ws/device/${deviceId}`, z.object({ live: deviceLive, trail: runTrail.nullable() }));

/** A draft of a map was saved, published or discarded. Other open editors then reload it. */
export const mapDraftTopic = (mapId: string) =>
  topic(
    `/ws/map/${mapId}`,
    z.object({
      mapId: z.string(),
      /** Version of the draft; 0 without one, null when unchanged. */
      version: z.number().int().nullable(),
      /** The published version. */
      currentVersion: z.number().int(),
      by: z.string(),
    }),
  );

/** The driving session of a device, while a page shows it. */
export const driveTopic = (deviceId: string) => topic(`/ws/drive/${deviceId}`, driveStatus);
/** Frames of a camera's stream, as binary messages: 16 bytes of the session's id, then the robot's frame. */
export const videoFramesTopic = (sessionId: string) => `/ws/videoFrames/${sessionId}`;
export const frameIdBytes = 16;
/** A device that is shared with the subscriber. */
export const sharedTopic = (deviceId: string) => topic(`/ws/shared/${deviceId}`, sharedMessage);

export type Message<T extends Topic> = z.infer<T['message']>;

/** A frame from the server. */
export const socketFrame = z.object({
  topic: z.string(),
  content: z.unknown(),
  errorMsg: z.string().optional(),
  allUnReadCount: z.number().optional(),
});
/** The largest number of records in one subscription. */
export const maxFilterIds = 500;

/**
 * A frame from the browser. `only` limits a topic about many records to these ids; a second subscription replaces the
 * first.
 */
export const socketRequest = z.union([
  z.strictObject({ subscribe: z.string().max(100), only: z.array(z.uuid()).max(maxFilterIds).optional() }),
  z.strictObject({ unsubscribe: z.string().max(100) }),
  z.strictObject({ drive: driveFrame }),
  z.strictObject({ shell: shellInput }),
]);

/**
 * WebSocket close codes of the server. After `ended` the browser does not reconnect. After `tooManySockets` it reconnects
 * when its tab is shown, so that tabs do not close each other in turns. After the others it reconnects later.
 */
export const socketCloseCodes = {
  ended: 4001,
  tooManySockets: 4008,
  tooManySubscriptions: 4009,
  tooManyMessages: 4010,
  /** A frame above the byte limit; 1009 is the standard code. */
  messageTooLong: 1009,
  /** The server ends; 1012 is the standard code. The browser connects again at once: another server may be there. */
  restart: 1012,
} as const;
/** The limits for which the server closes a socket. */
export type SocketLimitCause = Exclude<keyof typeof socketCloseCodes, 'ended' | 'restart'>;
