import { alarmActAnswers } from './alarm-act-handlers.ts';
import { alarmAnswers } from './alarm-handlers.ts';
import { alarmNeeds } from './alarm-needs.ts';
import { alarmTopics } from './alarm-topics.ts';

/** What this feature adds to the server. */
export const alarms = {
  calls: () => [...alarmAnswers, ...alarmActAnswers],
  topics: alarmTopics,
  needs: alarmNeeds,
};
