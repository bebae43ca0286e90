import { isRecord } from '@sweepline/contract/robot';
import type { Received, Robot } from '../robot.ts';
import { ownMessages, type Rule } from '../rule.ts';
import { broken, NotTested } from '../verdict.ts';

const alarmsOf = (robot: Robot) => {
  const alarms = robot.since(0, 'xAlarm');
  if (alarms.length === 0) throw new NotTested('no alarm came; press the emergency stop during the test');
  return alarms;
};

const alarmIdsIn = ({ body }: Received): string[] => {
  const errors = Array.isArray(body['errors']) ? body['errors'].filter(isRecord) : [];
  const references = errors.flatMap(({ errorReferences }) =>
    Array.isArray(errorReferences) ? errorReferences.filter(isRecord) : [],
  );
  return references
    .filter(({ referenceKey }) => referenceKey === 'alarmId')
    .map(({ referenceValue }) => String(referenceValue));
};

export const alarmRules: readonly Rule[] = [
  {
    id: 'ALARM-1',
    rule: 'An alarm is `RAISED` once under its own `alarmId`, and `CLEARED` under the same one later.',
    page: 'alarms.md#xalarm',
    needs: [ownMessages],
    check: (robot) => {
      const raised = new Map<string, Received>();
      for (const message of alarmsOf(robot)) {
        const { alarmId, event, msgId, seq } = message.body;
        const earlier = raised.get(String(alarmId));
        if (event === 'RAISED' && earlier && earlier.body['msgId'] !== msgId)
          broken('raised twice', message, 'alarmId');
        if (event === 'RAISED') raised.set(String(alarmId), message);
        if (event === 'CLEARED' && earlier && Number(seq) < Number(earlier.body['seq']))
          broken('cleared before it was raised', message, 'seq');
      }
    },
  },
  {
    id: 'ALARM-2',
    rule: 'An error in `state` that belongs to an alarm has the reference `alarmId`.',
    page: 'alarms.md#xalarm',
    needs: [ownMessages],
    check: (robot) => {
      const open = alarmsOf(robot).filter(
        ({ body }) => body['event'] === 'RAISED' && Number(body['level']) > 1,
      );
      if (open.length === 0) throw new NotTested('no alarm above level 1 was raised');
      const named = new Set(robot.since(0, 'state').flatMap(alarmIdsIn));
      const unnamed = open.find(({ body }) => !named.has(String(body['alarmId'])));
      if (unnamed) broken('no state names the alarm', unnamed, 'alarmId');
    },
  },
];
