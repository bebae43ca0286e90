import { alarmSettingAnswers } from './alarm-setting-handlers.ts';

/** What this feature adds to the server. */
export const alarmSettings = {
  calls: () => alarmSettingAnswers,
};
