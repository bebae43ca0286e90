import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { driveStatus } from './device-control.ts';
import { deviceLive } from './device-live.ts';
import { mapElements, mapGround } from '../places/maps.ts';
import { permissions } from '../grammar/permissions.ts';

/** Rights of a share: VIDEO to watch, CONTROL to watch and drive. */
export const shareRights = ['VIDEO', 'CONTROL'] as const;
export type ShareRight = (typeof shareRights)[number];
/** Duration of a share. */
export const shareTerms = ['DAY', 'WEEK', 'MONTH', 'PERMANENT', 'CUSTOM'] as const;
export type ShareTerm = (typeof shareTerms)[number];
export const shareDays = { DAY: 1, WEEK: 7, MONTH: 30 } as const satisfies Partial<Record<ShareTerm, number>>;
/** The latest end of a CUSTOM share, in days from its start; a longer share is PERMANENT. */
export const maxShareAheadDays = 366;
export const shareStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const;

export const deviceShare = z.object({
  id: z.string(),
  deviceId: z.string(),
  /** Login name of the receiving account. */
  username: z.string(),
  /** Its display name; null when the account is of a company that the caller does not see. */
  nickname: z.string().nullable(),
  rights: z.array(z.enum(shareRights)),
  term: z.enum(shareTerms),
  state: z.enum(shareStates),
  createdAt: moment,
  /** Null: until it is revoked. */
  endsAt: moment.nullable(),
  givenBy: z.string(),
  revokedAt: moment.nullable(),
  revokedBy: z.string().nullable(),
});
export type DeviceShare = z.infer<typeof deviceShare>;

const username = z.string().trim().min(1).max(100);

/** Shares of a device, for its own company. */
export const deviceShareCalls = calls('deviceShares', {
  list: {
    method: 'POST',
    path: 'service/device/share/query',
    allow: permissions.deviceShare,
    reads: true,
    input: z.strictObject({ deviceId: z.uuid() }),
    output: z.object({ list: z.array(deviceShare) }),
  },
  /** Finds an account of any company by its exact login name. Its display name is returned only within the tenant scope. */
  find: {
    method: 'POST',
    path: 'service/device/share/find',
    allow: permissions.deviceShare,
    reads: true,
    input: z.strictObject({ deviceId: z.uuid(), username }),
    output: z.object({ username: z.string(), nickname: z.string().nullable() }),
  },
  /** Shares a device. There is one share per device and account; a new one replaces it. */
  create: {
    method: 'POST',
    path: 'service/device/share/add',
    allow: permissions.deviceShare,
    input: z.strictObject({
      deviceId: z.uuid(),
      username,
      rights: z.array(z.enum(shareRights)).min(1),
      term: z.enum(shareTerms),
      /** End for the term CUSTOM, at most `maxShareAheadDays` from now. */
      endsAt: moment.optional(),
    }),
    output: deviceShare,
  },
  revoke: {
    method: 'POST',
    path: 'service/device/share/revoke',
    allow: permissions.deviceShare,
    input: byId,
    output: nothing,
  },
});

/** The live state for receivers of a share: state and position, without runs and tasks. */
export const sharedLive = deviceLive.pick({
  deviceId: true,
  connection: true,
  mode: true,
  battery: true,
  position: true,
});
export type SharedLive = z.infer<typeof sharedLive>;

export const receivedShare = z.object({
  id: z.string(),
  deviceId: z.string(),
  nickname: z.string(),
  sn: z.string(),
  model: z.string(),
  companyName: z.string(),
  rights: z.array(z.enum(shareRights)),
  endsAt: moment.nullable(),
  givenBy: z.string(),
  state: z.enum(['ONLINE', 'SLEEP', 'OFFLINE']),
});
export type ReceivedShare = z.infer<typeof receivedShare>;

const byShare = z.strictObject({ shareId: z.uuid() });

/** Devices shared with the caller. The share grants access to these calls only. */
export const receivedShareCalls = calls('receivedShares', {
  list: {
    method: 'POST',
    path: 'service/sharedDevice/query',
    allow: 'signedIn',
    reads: true,
    input: z.strictObject({}),
    output: z.object({ list: z.array(receivedShare) }),
  },
  detail: {
    method: 'POST',
    path: 'service/sharedDevice/detail',
    allow: 'signedIn',
    reads: true,
    input: byShare,
    output: z.object({
      share: receivedShare,
      live: sharedLive,
      /** The map of its position; null when the map is unknown. */
      map: z
        .object({ name: z.string(), ground: mapGround.omit({ file: true }), elements: mapElements })
        .nullable(),
    }),
  },
  /** The picture of the map. */
  ground: {
    method: 'GET',
    path: 'sharedDevice/ground/:shareId',
    kind: 'bytes',
    allow: 'signedIn',
    input: byShare,
    output: z.unknown(),
  },
});

/** Push for receivers of a share: live state and driving session. */
export const sharedMessage = z.object({ live: sharedLive.nullable(), drive: driveStatus.nullable() });
