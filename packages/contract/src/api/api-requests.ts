import { z } from 'zod';
import { byId, moment } from '../grammar/call.ts';
import { listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { apiGroups } from './api-user-values.ts';
import { openProblems, type OpenProblem } from './open-problems.ts';

const problemNames = Object.keys(openProblems) as [OpenProblem, ...OpenProblem[]];

/** One request of a program, without its body. */
const apiRequest = z.object({
  id: z.string(),
  at: moment,
  keyId: z.string(),
  method: z.string(),
  /** Path and query. */
  target: z.string(),
  status: z.number().int(),
  problem: z.enum(problemNames).nullable(),
  /** What the answer said about the problem, and for a wrong signature the text that it should cover. */
  facts: z.record(z.string(), z.unknown()).nullable(),
  durationMs: z.number().int(),
  address: z.string(),
  requestId: z.string(),
});
export type ApiRequest = z.infer<typeof apiRequest>;

/** Outcomes by which requests are filtered. */
export const requestOutcomes = ['ANSWERED', 'REFUSED'] as const;

const usage = z.object({
  callsPerDay: z.number().int(),
  callsPerSecond: z.number().int(),
  /** Calls of the last thirty days (UTC), oldest first. A day without a call is absent. */
  days: z.array(z.object({ day: z.string(), group: z.enum(apiGroups), calls: z.number().int() })),
});
export type ApiUsage = z.infer<typeof usage>;

const path = 'service/apiUser';

/** Calls about what an API user did. */
export const apiUseCalls = {
  usage: {
    method: 'POST',
    path: `${path}/usage`,
    allow: permissions.apiAccess,
    reads: true,
    input: byId,
    output: usage,
  },
  /** Newest first, of the last thirty days. */
  requests: {
    method: 'POST',
    path: `${path}/requests`,
    allow: permissions.apiAccess,
    reads: true,
    input: listInput({
      /** The API user. */
      userId: z.uuid(),
      outcome: z.enum(requestOutcomes).optional(),
      problem: z.array(z.enum(problemNames)).max(problemNames.length).optional(),
      from: moment.optional(),
      to: moment.optional(),
    }),
    output: listOf(apiRequest),
  },
} as const;

/** The share of a quota from which people are warned. */
export const quotaWarning = 0.8;
/** Days before the end of the validity on which people are told. */
export const endWarningDays = [60, 30, 7] as const;
