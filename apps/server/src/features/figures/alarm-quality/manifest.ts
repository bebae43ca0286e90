import { alarmQualityAnswers } from './alarm-quality-handlers.ts';

/** What this feature adds to the server. */
export const alarmQuality = {
  calls: () => alarmQualityAnswers,
};
