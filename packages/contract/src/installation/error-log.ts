import { z } from 'zod';
import { calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { because } from '../grammar/reasons/because.ts';

/** Levels that the console sends; other messages stay in the browser. */
export const errorLevels = ['FATAL', 'ERROR', 'INFO', 'DEBUG'] as const;
export type ErrorLevel = (typeof errorLevels)[number];

export const errorStates = ['open', 'resolved', 'ignored'] as const;
export type ErrorState = (typeof errorStates)[number];

/** The console cuts longer texts; the server refuses them. */
export const errorLimits = {
  desc: 2_000,
  text: 300,
  extrasBytes: 12_000,
  /** Limits per browser and minute: reports of one error, and all reports. */
  sameAMinute: 3,
  allAMinute: 20,
  /** Reports per minute that the server accepts from one session or address. */
  takenAMinute: 40,
} as const;

const text = z.string().max(errorLimits.text).default('');

/** An error report of a browser. */
export const frontError = z.strictObject({
  level: z.enum(errorLevels),
  desc: z.string().min(1).max(errorLimits.desc),
  username: text,
  pageUrl: z.string().max(1_000).default(''),
  platform: text,
  osver: text,
  deviceModel: text,
  browserName: text,
  lang: text,
  product: text,
  version: text,
  /** When it happened, by the browser's clock. */
  time: z.string().max(40).default(''),
  /** Stack and other details. */
  extras: z
    .record(z.string().max(60), z.string().max(errorLimits.extrasBytes))
    .refine((extras) => JSON.stringify(extras).length <= errorLimits.extrasBytes, because('TOO_MUCH_TEXT'))
    .default({}),
});
export type FrontError = z.input<typeof frontError>;

/** One stored occurrence. */
export const errorOccurrence = z.object(frontError.shape).extend({
  id: z.string(),
  groupId: z.string(),
  /** By the server's clock. */
  at: moment,
});
export type ErrorOccurrence = z.infer<typeof errorOccurrence>;

/** Occurrences with the same text, place and version, across all companies. */
export const errorGroup = z.object({
  /** The fingerprint. */
  id: z.string(),
  level: z.enum(errorLevels),
  desc: z.string(),
  frame: z.string(),
  product: z.string(),
  version: z.string(),
  count: z.number().int(),
  accounts: z.number().int(),
  firstAt: moment,
  lastAt: moment,
  state: z.enum(errorStates),
  stateBy: z.string(),
  /** Occurrences of the last fourteen days, oldest first. */
  days: z.array(z.number().int()),
});
export type ErrorGroup = z.infer<typeof errorGroup>;

export const errorLogCalls = calls('errorLog', {
  /** Also without sign-in, because the login page can fail too. */
  save: {
    method: 'POST',
    path: 'log/front/save',
    allow: 'everyone',
    optionalAuth: true,
    reads: true,
    beforePasswordChange: true,
    beforeAgreement: true,
    input: frontError,
    output: nothing,
  },
  search: {
    method: 'POST',
    path: 'log/front/search',
    allow: permissions.errorLog,
    reads: true,
    input: listInput({
      keyword,
      groupId: z.string().max(40).optional(),
      level: z.array(z.enum(errorLevels)).optional(),
      version: z.string().max(60).optional(),
      username: z.string().max(100).optional(),
      from: moment.optional(),
      to: moment.optional(),
    }),
    output: listOf(errorOccurrence),
  },
  groups: {
    method: 'POST',
    path: 'log/front/groups',
    allow: permissions.errorLog,
    reads: true,
    input: listInput({
      keyword,
      level: z.array(z.enum(errorLevels)).optional(),
      state: z.enum(errorStates).optional(),
      version: z.string().max(60).optional(),
      from: moment.optional(),
      sort: z.enum(['lastAt', '-lastAt', 'count', '-count', 'firstAt', '-firstAt']).optional(),
    }),
    output: listOf(errorGroup),
  },
  /** Versions with errors, newest first. */
  versions: {
    method: 'POST',
    path: 'log/front/versions',
    allow: permissions.errorLog,
    reads: true,
    input: z.strictObject({}),
    output: z.object({ versions: z.array(z.string()) }),
  },
  /** A resolved error reopens when it occurs again; an ignored error does not. */
  setState: {
    method: 'POST',
    path: 'log/front/setState',
    allow: permissions.errorLog,
    input: z.strictObject({ groupId: z.string().min(1).max(40), state: z.enum(errorStates) }),
    output: nothing,
  },
});
