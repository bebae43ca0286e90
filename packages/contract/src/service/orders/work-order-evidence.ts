import { z } from 'zod';
import { robotPeriod } from '../../alarms/monitor-detail.ts';
import { deviceLive } from '../../devices/device-live.ts';
import { byId, calls, moment } from '../../grammar/call.ts';
import { permissions } from '../../grammar/permissions.ts';
import { becauseAt } from '../../grammar/reasons/because.ts';
import { orderIdentity } from './work-order-number.ts';

/** The period before the order that the evidence contains. */
export const evidenceMinutes = 10;
/** The bytes of one evidence; pictures are files of their own. */
export const maxEvidenceBytes = 100 * 1024;
/** The most entries of each list of the evidence. */
export const evidenceLimits = { events: 60, spans: 120, trailSteps: 600, versions: 80, text: 200 } as const;

/** The map version on which the robot was; it outlives the map. */
const evidenceMap = z.object({
  id: z.string(),
  name: z.string(),
  version: z.number().int(),
  /** As the ground of a map: metres, and the id of the file of its picture. */
  ground: z.object({
    file: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    resolution: z.number(),
    originX: z.number(),
    originY: z.number(),
  }),
});

/** What was known of a robot when an order was made. It is never changed. */
export const workOrderEvidence = z.object({
  takenAt: moment,
  device: z.object({
    id: z.string(),
    sn: z.string(),
    name: z.string(),
    model: z.string(),
    /** The rotation of the map on screens, in degrees. */
    mapRotation: z.number(),
  }),
  /** The alarm of the order; null for an order without one. It is in the alarms of the period if it stood then. */
  alarm: z
    .object({
      id: z.string(),
      code: z.string(),
      type: z.string(),
      text: z.string(),
      level: z.number().int(),
      raisedAt: moment,
      count: z.number().int(),
    })
    .nullable(),
  /** The last state of the robot; each part with the time of its report. Null before its first report. */
  live: deviceLive.nullable(),
  versions: z.array(z.object({ part: z.string(), version: z.string(), since: moment })),
  consumables: z.object({
    /** When the robot reported them; null when never. */
    at: moment.nullable(),
    list: z.array(
      z.object({
        id: z.string(),
        remainingPct: z.number(),
        usedHours: z.number().nullable(),
        lifeHours: z.number().nullable(),
        resets: z.number().nullable(),
      }),
    ),
  }),
  /** Null where the robot was on no map that is kept here. */
  map: evidenceMap.nullable(),
  period: robotPeriod,
});
export type WorkOrderEvidence = z.infer<typeof workOrderEvidence>;

/** At most this many resolutions are listed with their words. */
export const maxFixes = 5;
/** Orders that were resolved longer ago say little about the present software. */
export const fixDays = 365;

const fix = z.object({
  id: z.string(),
  ...orderIdentity,
  resolution: z.enum(['FIXED', 'WORKAROUND']),
  text: z.string(),
  resolvedAt: moment,
  /** Whether the robot showed that it held; null while that is unknown. */
  held: z.boolean().nullable(),
});
export type WorkOrderFix = z.infer<typeof fix>;

export const workOrderEvidenceCalls = calls('workOrders', {
  /** Refused with `notFound` for an order without evidence. */
  evidence: {
    method: 'POST',
    path: 'service/workOrder/evidence',
    allow: permissions.workOrders,
    reads: true,
    input: byId,
    output: z.object({
      content: workOrderEvidence,
      /** SHA-256 of the content as canonical JSON (RFC 8785), hex. */
      fingerprint: z.string(),
      /** Whether the stored content still has this fingerprint. */
      matches: z.boolean(),
    }),
  },
  /** What resolved a code on a model lately, in the tenant scope. */
  fixes: {
    method: 'POST',
    path: 'service/workOrder/fixes',
    allow: permissions.workOrders,
    reads: true,
    input: z
      .strictObject({
        code: z.string().min(1).max(20),
        model: z.string().min(1).max(40).optional(),
        /** A robot of the model, instead of the model. */
        deviceId: z.uuid().optional(),
      })
      .refine(
        ({ model, deviceId }) => (model === undefined) !== (deviceId === undefined),
        becauseAt('model', 'REQUIRED'),
      ),
    output: z.object({
      /** Orders of this code and model that were resolved by a repair. */
      fixed: z.number().int(),
      /** Of them those that the robot confirmed, and those where the cause came back. */
      verified: z.number().int(),
      failed: z.number().int(),
      /** Confirmed without having been reopened, of all that are decided, 0–1; null while none is. */
      firstTimeFixRate: z.number().nullable(),
      /** Newest first; only those with words. */
      list: z.array(fix),
    }),
  },
});
