import { z } from 'zod';
import { calls, moment } from '../grammar/call.ts';
import { langs } from '../grammar/lang.ts';
import { keyword, listInput, listOf } from '../grammar/list.ts';
import { permissions } from '../grammar/permissions.ts';
import { because, becauseAt } from '../grammar/reasons/because.ts';
import { alarmCodes } from '../robot/codes.ts';
import { deviceModels } from '../devices/device-life.ts';
import {
  alarmOrderModes,
  alarmPushChoices,
  foreignCode,
  maxOrderMinutes,
  settingShows,
  settingSources,
} from './alarm-setting-values.ts';
import { alarmFixers } from './alarm-values.ts';

const from = z.enum(settingSources);
const level = z.number().int().min(1).max(5);
const fixer = z.enum(alarmFixers);
const orderMode = z.enum(alarmOrderModes);
const errorType = z.string().trim().max(100);
/** Empty for all models. */
const model = z.enum(['', ...deviceModels]);

/** What holds for one code, or one type of errors, in a company for a model. */
export const alarmSettingRow = z.object({
  id: z.string(),
  code: z.string(),
  /** Empty for all errors of the code. */
  errorType: z.string(),
  /** The protocol's name of the type, such as STUCK. */
  type: z.string(),
  /** The protocol's English name; the console translates the codes it knows. */
  name: z.string(),
  /** The level of the product, or the highest that a vehicle of another maker reported; null when unknown. */
  productLevel: level.nullable(),
  /** `value` is null where the vehicle decides. */
  level: z.object({ value: level.nullable(), from }),
  fixer: z.object({ value: fixer, from }),
  /** `until` is the end of a suppression; null without one, and for a permanent one. */
  push: z.object({ isTold: z.boolean(), until: moment.nullable(), from }),
  /** Whether an alarm makes a work order; the minutes are those of AUTO. */
  order: z.object({ mode: orderMode, afterMinutes: z.number().int(), from }),
  /** What would hold without `own`. */
  inherited: z.object({
    level: level.nullable(),
    fixer,
    isTold: z.boolean(),
    orderMode,
    orderAfterMinutes: z.number().int(),
  }),
  /** The setting of this company for this code, type of errors and model. A null field is inherited. Version 0: there is none. */
  own: z.object({
    version: z.number().int(),
    level: level.nullable(),
    fixer: fixer.nullable(),
    push: z.enum(['ON', 'OFF']).nullable(),
    pushOffUntil: moment.nullable(),
    reason: z.string(),
    orderMode: orderMode.nullable(),
    orderAfterMinutes: z.number().int().nullable(),
  }),
});
export type AlarmSettingRow = z.infer<typeof alarmSettingRow>;

/** A suppression in force. */
export const alarmSuppression = z.object({
  id: z.string(),
  companyId: z.string(),
  companyName: z.string(),
  code: z.string(),
  errorType: z.string(),
  model,
  version: z.number().int(),
  since: moment,
  /** Null for permanently. */
  until: moment.nullable(),
  reason: z.string(),
  /** Null for a person outside the tenant scope. */
  by: z.string().nullable(),
});
export type AlarmSuppression = z.infer<typeof alarmSuppression>;

const isAlarmCode = (code: string) => Object.hasOwn(alarmCodes, code);
const six = z.object(
  Object.fromEntries(langs.map((lang) => [lang, z.string()])) as Record<(typeof langs)[number], z.ZodString>,
);

const person = z.object({ id: z.string(), name: z.string(), roleName: z.string().nullable() });
const people = {
  method: 'GET',
  allow: permissions.reportSettings,
  reads: true,
  output: listOf(person),
} as const;
const receivers = { ...people, input: listInput({ companyId: z.uuid().optional() }) };
const receiversByName = {
  ...people,
  input: listInput({ userNameCn: z.string().trim().max(60).default(''), companyId: z.uuid().optional() }),
};

export const alarmSettingCalls = calls('alarmSettings', {
  /** All codes of the product and the types of errors that foreign vehicles of the company and those below reported. */
  query: {
    method: 'GET',
    path: 'service/alarm/config/query',
    allow: permissions.reportSettings,
    reads: true,
    input: listInput({
      /** Code, name in the caller's language, or type. */
      keyword,
      /** The caller's own without it. */
      companyId: z.uuid().optional(),
      model: model.default(''),
      code: z.string().max(20).optional(),
      /** Effective levels and fixers. */
      level: z.array(level).max(5).optional(),
      fixer: z.array(fixer).max(alarmFixers.length).optional(),
      show: z.enum(settingShows).optional(),
    }),
    output: listOf(alarmSettingRow),
  },
  /** Fields that are left out stay as they are; null is inherited. A new level applies to open alarms at once. */
  setAlarm: {
    method: 'POST',
    path: 'service/alarm/config/setAlarm',
    allow: permissions.alarmSettingChange,
    input: z
      .strictObject({
        companyId: z.uuid(),
        code: z.string().refine(isAlarmCode, because('INVALID')),
        errorType: errorType.default(''),
        model: model.default(''),
        /** Of `own`. */
        version: z.number().int().min(0),
        level: level.nullable().optional(),
        fixer: fixer.nullable().optional(),
        push: z.enum(alarmPushChoices).optional(),
        pushUntil: moment.nullable().optional(),
        reason: z.string().trim().max(200).optional(),
        orderMode: orderMode.nullable().optional(),
        /** Of AUTO; 0 for at once. */
        orderAfterMinutes: z.number().int().min(0).max(maxOrderMinutes).nullable().optional(),
      })
      .refine(
        ({ code, errorType: type }) => code === foreignCode || type === '',
        becauseAt('errorType', 'INVALID'),
      )
      .refine(
        ({ push, pushUntil }) => push !== 'OFF_UNTIL' || Boolean(pushUntil),
        becauseAt('pushUntil', 'REQUIRED'),
      )
      .refine(
        ({ orderMode: mode, orderAfterMinutes: minutes }) => mode !== 'AUTO' || typeof minutes === 'number',
        becauseAt('orderAfterMinutes', 'REQUIRED'),
      ),
    output: alarmSettingRow,
  },
  /** Every suppression in force in the tenant scope, the newest first. */
  suppressions: {
    method: 'POST',
    path: 'service/alarm/config/suppressions',
    allow: permissions.reportSettings,
    reads: true,
    input: listInput({ keyword, companyId: z.uuid().optional() }),
    output: listOf(alarmSuppression),
  },
  /** Names and remedies of alarms in six languages, of these types of the protocol or of all. */
  translations: {
    method: 'POST',
    path: 'service/warning/translation/listByType',
    allow: [permissions.reportSettings, permissions.alarmList, permissions.deviceList],
    reads: true,
    input: z.strictObject({ type: z.array(z.string().max(60)).max(100).optional() }),
    output: z.object({
      list: z.array(z.object({ code: z.string(), type: z.string(), name: six, remedy: six })),
    }),
  },
  /** Accounts in the tenant scope that can be chosen as receivers. */
  receivers: { ...receivers, path: 'user/list' },
  receiversByName: { ...receiversByName, path: 'user/listByUserNameCn' },
  /** The published paths can be read as below `service/alarm/config/` as well. */
  configReceivers: { ...receivers, path: 'service/alarm/config/user/list' },
  configReceiversByName: { ...receiversByName, path: 'service/alarm/config/user/listByUserNameCn' },
});
