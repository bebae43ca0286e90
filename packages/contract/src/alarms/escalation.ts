import { z } from 'zod';
import { byId, calls, moment, nothing } from '../grammar/call.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { noticeChannels } from '../people/notice-setting-values.ts';
import {
  alarmDeliveryStates,
  alarmReceivers,
  deliveryRule,
  escalationLimits,
  escalationTargets,
  policyFields,
} from './escalation-values.ts';

const policy = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  name: z.string(),
  steps: z.array(
    z.object({
      afterMinutes: z.number().int(),
      /** A name is null for a receiver whom the caller does not see. */
      targets: z.array(
        z.object({ kind: z.enum(escalationTargets), id: z.string().nullable(), name: z.string().nullable() }),
      ),
      channels: z.array(z.enum(noticeChannels)),
    }),
  ),
  remindMinutes: z.number().int().nullable(),
  processFromLevel: z.number().int().nullable(),
  version: z.number().int(),
  updatedAt: moment,
  updatedBy: z.string(),
});
export type EscalationPolicy = z.infer<typeof policy>;

const { alarmList, deviceList, reportSettings, alarmSettingChange } = permissions;
const path = 'service/alarm/config/policy';

/** Escalation policies of companies. The settings of an alarm code name one. */
export const escalationCalls = calls('escalation', {
  list: {
    method: 'POST',
    path: `${path}/queryWithPage`,
    allow: reportSettings,
    reads: true,
    input: listInput({ keyword }),
    output: listOf(policy),
  },
  create: {
    method: 'POST',
    path: `${path}/add`,
    allow: alarmSettingChange,
    input: z.strictObject({ companyId: z.uuid().optional(), ...policyFields }),
    output: policy,
  },
  update: {
    method: 'POST',
    path: `${path}/update`,
    allow: alarmSettingChange,
    input: z.strictObject({ id: z.uuid(), version: z.number().int(), ...policyFields }),
    output: policy,
  },
  /** Refused while settings of alarm codes name it. */
  remove: { method: 'POST', path: `${path}/delete`, allow: alarmSettingChange, input: byId, output: nothing },
});

/** How people are notified of one code of a company. */
const codeTelling = z.object({
  companyId: z.string(),
  code: z.string(),
  /** The choices of this company; null inherits. */
  own: z.object({
    tellAfterS: z.number().int().nullable(),
    receivers: alarmReceivers.nullable(),
    channels: z.array(z.enum(noticeChannels)).nullable(),
    policyId: z.string().nullable(),
  }),
  /** What applies. The name of a policy that the caller does not see is null. */
  effective: z.object({
    tellAfterS: z.number().int(),
    policy: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  }),
  /** Of the settings of the code; 0 without any. */
  version: z.number().int(),
});
export type CodeTelling = z.infer<typeof codeTelling>;

const code = z.string().trim().min(1).max(60);
const tellingPath = 'service/alarm/config/telling';

/** The part of the settings of alarm codes that decides how people are notified. */
export const codeTellingCalls = calls('codeTellings', {
  detail: {
    method: 'POST',
    path: `${tellingPath}/detail`,
    allow: reportSettings,
    reads: true,
    input: z.strictObject({ companyId: z.uuid().optional(), code }),
    output: codeTelling,
  },
  /** A field that is left out stays as it is; null inherits. */
  set: {
    method: 'POST',
    path: `${tellingPath}/set`,
    allow: alarmSettingChange,
    input: z.strictObject({
      companyId: z.uuid(),
      code,
      version: z.number().int(),
      tellAfterS: z.number().int().min(0).max(escalationLimits.tellAfterS).nullable().optional(),
      receivers: alarmReceivers.nullable().optional(),
      channels: z.array(z.enum(noticeChannels)).min(1).max(noticeChannels.length).nullable().optional(),
      policyId: z.uuid().nullable().optional(),
    }),
    output: codeTelling,
  },
});

const receiver = z.object({
  /** Null for all who may see a company, and for an account that the caller does not see. */
  name: z.string().nullable(),
  channel: z.enum(noticeChannels),
  rule: deliveryRule,
});

/** Who was notified of an alarm, and who would be. */
export const alarmTellingCalls = calls('alarmTellings', {
  /** What was sent because of one alarm, newest first. */
  deliveries: {
    method: 'POST',
    path: 'service/device/alarm/delivery/queryWithPage',
    allow: [alarmList, deviceList],
    reads: true,
    input: listInput({ id: z.uuid() }),
    output: listOf(
      receiver.extend({
        id: z.string(),
        state: z.enum(alarmDeliveryStates),
        /** Why it was not sent; empty otherwise. */
        reason: z.string(),
        /** The number of the reminder; 0 for the first time. */
        repetition: z.number().int(),
        createdAt: moment,
        /** When it was or will be sent: quiet hours delay it. */
        at: moment,
      }),
    ),
  },
  /** Whom an alarm of this code on this robot would reach now, and by which rule. Nothing is sent. */
  dryRun: {
    method: 'POST',
    path: 'service/alarm/config/dryRun',
    allow: reportSettings,
    reads: true,
    input: z.strictObject({
      deviceId: z.uuid(),
      code: z.string().trim().min(1).max(60),
      /** The robot's own level. */
      level: z.number().int().min(1).max(5).default(5),
    }),
    output: z.object({
      /** False while the code is suppressed: then nothing else happens. */
      isTold: z.boolean(),
      effectiveLevel: z.number().int(),
      /** It is told only after standing this long. */
      afterSeconds: z.number().int(),
      remindMinutes: z.number().int().nullable(),
      steps: z.array(
        z.object({
          /** Since it was first told. */
          afterMinutes: z.number().int(),
          receivers: z.array(
            receiver.extend({
              /** Now are the receiver's quiet hours, which this level does not break: it is delivered then. */
              quietUntil: moment.nullable(),
            }),
          ),
        }),
      ),
    }),
  },
});
