import { z } from 'zod';
import { becauseAt } from '../grammar/reasons/because.ts';
import { noticeChannels } from '../people/notice-setting-values.ts';

export const escalationLimits = {
  steps: 5,
  targets: 20,
  afterMinutes: 10_080,
  remindMinutes: 1_440,
  tellAfterS: 86_400,
} as const;

/**
 * Whom a step reaches: an account, the accounts of a role, the technical support that is linked to the nearest company, or all who
 * may see the company above. Further kinds, such as webhooks, can follow.
 */
export const escalationTargets = ['ACCOUNT', 'ROLE', 'FAE', 'PARENT'] as const;

const target = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ACCOUNT'), id: z.uuid() }),
  z.strictObject({ kind: z.literal('ROLE'), id: z.uuid() }),
  z.strictObject({ kind: z.literal('FAE') }),
  z.strictObject({ kind: z.literal('PARENT') }),
]);
export type EscalationTarget = z.infer<typeof target>;

const step = z
  .strictObject({
    /** Minutes unacknowledged since the alarm was first told. */
    afterMinutes: z.number().int().min(0).max(escalationLimits.afterMinutes),
    targets: z.array(target).min(1).max(escalationLimits.targets),
    channels: z.array(z.enum(noticeChannels)).min(1).max(noticeChannels.length),
  })
  .refine(
    // The company above is notified by bell only, because no account there is named.
    ({ targets, channels }) => channels.includes('BELL') || targets.some(({ kind }) => kind !== 'PARENT'),
    becauseAt('channels', 'STEP_WITHOUT_RECEIVER'),
  );
export type EscalationStep = z.infer<typeof step>;

export const policyFields = {
  name: z.string().trim().min(1).max(60),
  /** In the order of their minutes. */
  steps: z
    .array(step)
    .max(escalationLimits.steps)
    .refine(
      (steps) => steps.every(({ afterMinutes }, n) => n === 0 || afterMinutes > steps[n - 1]!.afterMinutes),
      { error: 'STEPS_OUT_OF_ORDER' },
    ),
  /** Reminds until the alarm is acknowledged; null for never. */
  remindMinutes: z.number().int().min(1).max(escalationLimits.remindMinutes).nullable().default(null),
  /** From this level an alarm is told until it is processed, not only acknowledged; null for none. */
  processFromLevel: z.number().int().min(1).max(5).nullable().default(null),
};

/** Whether a delivery waits for its time, was handed over, or was not sent, with the reason. */
export const alarmDeliveryStates = ['WAITING', 'SENT', 'SKIPPED', 'GAVE_UP'] as const;
/** Why a delivery was not sent: the alarm is over or handled, the receiver lost the right, has no address, or mail failed. */
export const alarmDeliveryReasons = ['OVER', 'NO_RIGHT', 'NO_ADDRESS', 'TOO_OLD', 'MAIL'] as const;

/** The rule that named a receiver: the settings of the code, or a step of a policy, perhaps as its reminder. */
export const deliveryRule = z.object({
  kind: z.enum(['CODE', 'STEP']),
  /** The policy and the number of the step, from 1; null for the settings of the code. */
  policy: z.string().nullable(),
  step: z.number().int().nullable(),
  target: z.enum(['EVERYONE', ...escalationTargets]),
});
export type DeliveryRule = z.infer<typeof deliveryRule>;

const receiverIds = z.array(z.uuid()).max(escalationLimits.targets).default([]);

/** People who are notified of an alarm code by name. */
export const alarmReceivers = z.strictObject({ accountIds: receiverIds, roleIds: receiverIds });
export type AlarmReceivers = z.infer<typeof alarmReceivers>;
