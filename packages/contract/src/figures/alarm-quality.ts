import { z } from 'zod';
import { calls } from '../grammar/call.ts';
import { permissions } from '../grammar/permissions.ts';
import { currentPeriod } from '../grammar/site-period.ts';
import { deviceModels } from '../devices/device-life.ts';

/** An alarm that stands longer is a standing alarm (ISA-18.2). */
export const standingHours = 24;
/** The number of codes that the share of the noisiest is about. */
export const noisiestCodes = 10;
export const maxQualityDays = 366;

const count = z.number().int();
/** Calendar day in the time zone of each site. */
const day = z.iso.date();

/** The alarms of one code that were raised in the period. */
export const noisyCode = z.object({
  code: z.string(),
  /** The type of error of a vehicle of another maker, else empty. */
  errorType: z.string(),
  /** The protocol's English name, or the type of error. */
  name: z.string(),
  /** Raises; a row with a count of 7 is 7 raises. */
  count,
  /** Of all raises, 0–1. */
  share: z.number(),
  /** The share of this code and the noisier ones, 0–1. */
  cumulative: z.number(),
  chattering: count,
  standing: count,
});
export type NoisyCode = z.infer<typeof noisyCode>;

export const alarmQuality = z.object({
  /** Raises in the period. */
  alarms: count,
  /** The time for which robots were activated, in days; null without a robot. */
  robotDays: z.number().nullable(),
  perRobotDay: z.number().nullable(),
  /** At most ten, the noisiest first. */
  codes: z.array(noisyCode),
  /** The share of these codes, 0–1; null without alarms. */
  topShare: z.number().nullable(),
  /** Alarms raised more than `chatterCount` times while they were open. */
  chattering: count,
  /** Alarms that stood, or still stand, for more than `standingHours`. */
  standing: count,
  /** Those of them that follow from another alarm. The alarm centre shows them under their causes. */
  standingFollowers: count,
  /** Medians; null while no alarm was acknowledged or cleared. */
  medianAcknowledgeS: z.number().nullable(),
  medianClearS: z.number().nullable(),
});
export type AlarmQuality = z.infer<typeof alarmQuality>;

export const alarmQualityCalls = calls('alarmQuality', {
  quality: {
    method: 'POST',
    path: 'service/device/alarm/quality',
    allow: permissions.alarmList,
    reads: true,
    input: z.strictObject({
      from: day,
      to: day,
      current: currentPeriod,
      /** A company with those below it. */
      companyId: z.uuid().optional(),
      model: z.enum(deviceModels).optional(),
    }),
    output: alarmQuality,
  },
});
