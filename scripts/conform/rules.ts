import { actionRules } from './rules/action-rules.ts';
import { alarmRules } from './rules/alarm-rules.ts';
import { freezingRules, relocationRules, sleepRules } from './rules/care-rules.ts';
import { chargingRules } from './rules/charging-rules.ts';
import { cleaningRules } from './rules/cleaning-rules.ts';
import { clockRules } from './rules/clock-rules.ts';
import { commandRules } from './rules/command-rules.ts';
import { connectingRules, factsheetRules } from './rules/connecting-rules.ts';
import { driveRules } from './rules/drive-rules.ts';
import { journalRules } from './rules/journal-rules.ts';
import { mapRules } from './rules/map-rules.ts';
import { lifeRules, messageRules } from './rules/message-rules.ts';
import { orderRules } from './rules/order-rules.ts';
import { settingsRules } from './rules/settings-rules.ts';
import { shellRules } from './rules/shell-rules.ts';
import { stateRules } from './rules/state-rules.ts';
import { updateRules } from './rules/update-rules.ts';
import type { Rule, Subject } from './rule.ts';

/**
 * All rules by subject, in the order in which they are tested: orders before driving by hand, because a robot in its
 * charger cannot be driven; what is seen in passing last.
 */
export const rules: Record<Subject, readonly Rule[]> = {
  connecting: connectingRules,
  factsheet: factsheetRules,
  state: stateRules,
  commands: commandRules,
  clock: clockRules,
  journal: journalRules,
  settings: settingsRules,
  actions: actionRules,
  orders: orderRules,
  charging: chargingRules,
  drive: driveRules,
  cleaning: cleaningRules,
  maps: mapRules,
  relocation: relocationRules,
  freezing: freezingRules,
  sleep: sleepRules,
  alarms: alarmRules,
  updates: updateRules,
  shells: shellRules,
  messages: messageRules,
  life: lifeRules,
};
