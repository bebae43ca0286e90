export { foreignCode } from '../robot/codes.ts';

/** Whether a code notifies people: inherited, always, never, not for some days, or not until `pushUntil`. */
export const alarmPushChoices = [
  'INHERITED',
  'ON',
  'OFF',
  'OFF_3_DAYS',
  'OFF_7_DAYS',
  'OFF_30_DAYS',
  'OFF_UNTIL',
] as const;
export type AlarmPushChoice = (typeof alarmPushChoices)[number];
export const pushOffDays: Partial<Record<AlarmPushChoice, number>> = {
  OFF_3_DAYS: 3,
  OFF_7_DAYS: 7,
  OFF_30_DAYS: 30,
};
export const maxPushOffDays = 365;
/** The suppression of a code of this level needs a reason. */
export const reasonedLevel = 5;

/** Whether an alarm of a code makes a work order: by a person only, with a suggestion, or by itself after it stood for some minutes. */
export const alarmOrderModes = ['NEVER', 'SUGGEST', 'AUTO'] as const;
export type AlarmOrderMode = (typeof alarmOrderModes)[number];
export const maxOrderMinutes = 1_440;

/**
 * Where a value comes from: the setting itself; a wider setting of the same company, for all models or all types of errors; a company
 * above, which is not named; or the product.
 */
export const settingSources = ['OWN', 'OWN_WIDER', 'INHERITED', 'BUILT_IN'] as const;
export type SettingSource = (typeof settingSources)[number];
/** Codes that notify no person, or for which the company has a setting of its own. */
export const settingShows = ['SUPPRESSED', 'CHANGED'] as const;
