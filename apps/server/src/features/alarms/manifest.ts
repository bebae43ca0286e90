import { alarmAnswers } from './alarm-handlers.ts';
import { alarmTopics } from './alarm-topics.ts';
import { alarmNeeds } from './alarm-needs.ts';

/** What this feature adds to the server. */
export const alarms = {
  calls: () => alarmAnswers,
  topics: alarmTopics,
  needs: alarmNeeds,
};
