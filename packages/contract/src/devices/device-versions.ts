import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

/** Part name of the robot: `robot`, `hmi`, `whole`, `firmware.<part>`, `hardware`, `hardware.<part>`. */
const part = z.string().max(80);

/** A part from the last report of the robot. */
export const versionPart = z.object({
  part,
  version: z.string(),
  /** When this version was first reported. */
  since: moment,
  /** The previous version; null for the first known one. */
  before: z.string().nullable(),
});
export type VersionPart = z.infer<typeof versionPart>;

/** One change of one part. `before` is null for a new part, `after` for a removed one. */
export const versionChange = z.object({
  id: z.string(),
  part,
  before: z.string().nullable(),
  after: z.string().nullable(),
  at: moment,
});
export type VersionChange = z.infer<typeof versionChange>;

const compared = z.object({
  id: z.string(),
  nickname: z.string(),
  sn: z.string(),
  model: z.string(),
  /** When it last reported its parts; null when never. */
  reportedAt: moment.nullable(),
});

/** Largest number of robots in a comparison; more columns do not fit the page. */
export const maxCompared = 6;

const { deviceList } = permissions;

export const deviceVersionCalls = calls('deviceVersions', {
  parts: {
    method: 'POST',
    path: 'service/device/version/detail',
    allow: deviceList,
    reads: true,
    input: z.strictObject({ deviceId: z.uuid() }),
    output: z.object({ parts: z.array(versionPart), reportedAt: moment.nullable() }),
  },
  history: {
    method: 'POST',
    path: 'service/device/version/queryWithPage',
    allow: deviceList,
    reads: true,
    input: listInput({ deviceId: z.uuid(), part: part.optional() }),
    output: listOf(versionChange),
  },
  /** Compares the parts of robots, in the order of `ids`. */
  compare: {
    method: 'POST',
    path: 'service/device/version/compare',
    allow: deviceList,
    reads: true,
    input: z.strictObject({ ids: z.array(z.uuid()).min(2).max(maxCompared) }),
    output: z.object({
      devices: z.array(compared),
      parts: z.array(
        z.object({
          part,
          /** One entry per device; null without such a part. */
          versions: z.array(z.string().nullable()),
          same: z.boolean(),
        }),
      ),
    }),
  },
});
