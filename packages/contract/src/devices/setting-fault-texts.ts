import type { Lang } from '../grammar/lang.ts';
import { deviceReasons } from '../grammar/reasons/device-reasons.ts';
import type { SettingFault } from '../robot/setting-checks.ts';

/** Message at a field with an invalid value. */
export const settingFaultTexts: Record<SettingFault, Record<Lang, string>> = {
  KEY: deviceReasons.SETTING_KEY,
  RANGE: deviceReasons.SETTING_RANGE,
  VALUE: deviceReasons.SETTING_VALUE,
};
