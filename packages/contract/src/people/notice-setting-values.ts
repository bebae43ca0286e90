import { z } from 'zod';
import { because, becauseAt } from '../grammar/reasons/because.ts';
import { weekday } from '../grammar/weekday.ts';

/** Ends of a run that can be reported. MISSED: a planned start that did not happen. */
export const toldRunEnds = ['SUCCESS', 'INTERRUPTED', 'FAILED', 'MISSED'] as const;
export type ToldRunEnd = (typeof toldRunEnds)[number];

export const noticeChannels = ['BELL', 'MAIL'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

export const noticeSettingLimits = { offlineMinutes: 1_440, windows: 20, receivers: 50 } as const;

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, because('TIME'));

/** A time of the week in the zone of the robot's site. It ends on the next day if `to` is not later than `from`. */
export const weeklyWindow = z.strictObject({
  /** Days on which it begins. */
  weekdays: z.array(weekday).min(1).max(7),
  from: clock,
  to: clock,
});
export type WeeklyWindow = z.infer<typeof weeklyWindow>;

/** All who may see the robot, or chosen accounts and roles. */
export const receiverKinds = ['EVERYONE', 'CHOSEN'] as const;

const ids = z.array(z.uuid()).max(noticeSettingLimits.receivers).default([]);

/** Whom a notice reaches, and how. A mail needs chosen receivers: all who may see a robot are too many. */
const telling = z
  .strictObject({
    to: z.enum(receiverKinds),
    accountIds: ids,
    roleIds: ids,
    channels: z.array(z.enum(noticeChannels)).min(1).max(noticeChannels.length),
  })
  .refine(
    ({ to, channels }) => to === 'CHOSEN' || !channels.includes('MAIL'),
    becauseAt('channels', 'MAIL_NEEDS_RECEIVERS'),
  );
export type Telling = z.infer<typeof telling>;

const choices = {
  runEnds: z.array(z.enum(toldRunEnds)).max(toldRunEnds.length),
  /** A cleaning below this percentage of its area is told; 0 for never. */
  minCoverage: z.number().int().min(0).max(100),
  runTelling: telling,
  isOfflineTold: z.boolean(),
  offlineMinutes: z.number().int().min(1).max(noticeSettingLimits.offlineMinutes),
  /** Times at which robots are expected to be offline. */
  expectedOffline: z.array(weeklyWindow).max(noticeSettingLimits.windows),
  isBackTold: z.boolean(),
  connectionTelling: telling,
};

/** Choices of a company. Null is inherited from the company above; a field that is left out stays as it is. */
export const noticeChoices = z.strictObject({
  runEnds: choices.runEnds.nullable().optional(),
  minCoverage: choices.minCoverage.nullable().optional(),
  runTelling: choices.runTelling.nullable().optional(),
  isOfflineTold: choices.isOfflineTold.nullable().optional(),
  offlineMinutes: choices.offlineMinutes.nullable().optional(),
  expectedOffline: choices.expectedOffline.nullable().optional(),
  isBackTold: choices.isBackTold.nullable().optional(),
  connectionTelling: choices.connectionTelling.nullable().optional(),
});
export type NoticeChoices = z.infer<typeof noticeChoices>;

/** What applies to a robot: every choice is made, by a company or here. */
export type NoticeRules = z.infer<z.ZodObject<typeof choices>>;

const everyone: Telling = { to: 'EVERYONE', accountIds: [], roleIds: [], channels: ['BELL'] };

/** What applies where no company has chosen. */
export const builtInNotices: NoticeRules = {
  runEnds: ['FAILED'],
  minCoverage: 0,
  runTelling: everyone,
  isOfflineTold: true,
  offlineMinutes: 10,
  expectedOffline: [],
  isBackTold: true,
  connectionTelling: everyone,
};

const named = z.array(z.object({ id: z.string(), name: z.string() }));

/** A telling with the names that the caller may see. */
const shownTelling = z.object({
  to: z.enum(receiverKinds),
  accounts: named,
  roles: named,
  /** Receivers of companies that the caller does not see. */
  others: z.number().int(),
  channels: z.array(z.enum(noticeChannels)),
});
export type ShownTelling = z.infer<typeof shownTelling>;

/** Choices as they are shown. */
export const shownChoices = z.object({
  ...choices,
  runTelling: shownTelling,
  connectionTelling: shownTelling,
});
export const shownOwnChoices = z.object({
  runEnds: choices.runEnds.nullable(),
  minCoverage: choices.minCoverage.nullable(),
  runTelling: shownTelling.nullable(),
  isOfflineTold: choices.isOfflineTold.nullable(),
  offlineMinutes: choices.offlineMinutes.nullable(),
  expectedOffline: choices.expectedOffline.nullable(),
  isBackTold: choices.isBackTold.nullable(),
  connectionTelling: shownTelling.nullable(),
});
