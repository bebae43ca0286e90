import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';

/** As a robot names it: `robot`, `hmi`, `whole`, `firmware.<part>`, `hardware`, `hardware.<part>`. */
const part = z.string().max(80);

/** A part as the robot reported it last. */
export const versionPart = z.object({
  part,
  version: z.string(),
  /** When this version was reported first. */
  since: moment,
  /** The version before it; null where it is the first one known. */
  before: z.string().nullable(),
});
export type VersionPart = z.infer<typeof versionPart>;

/** One change of one part. `before` is null for a part that was new, `after` for one that is no longer there. */
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
  /** When it reported its parts last; null when it never did. */
  reportedAt: moment.nullable(),
});

/** As many robots as stand side by side and can still be read. */
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
  /** Two robots or more, part by part, in the order they were named. */
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
          /** One for each device; null where it has no such part. */
          versions: z.array(z.string().nullable()),
          same: z.boolean(),
        }),
      ),
    }),
  },
});
