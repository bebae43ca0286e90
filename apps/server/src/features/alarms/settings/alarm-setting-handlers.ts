import { alarmSettingCalls } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import { listSettings, listSuppressions } from './alarm-setting-reads.ts';
import { setAlarm } from './alarm-setting-changes.ts';
import { translationsOf } from './alarm-words.ts';
import { listReceivers } from './receivers.ts';

export const alarmSettingAnswers = answer(alarmSettingCalls, {
  query: listSettings,
  setAlarm,
  suppressions: listSuppressions,
  translations: async (_ctx, { type }) => ({ list: translationsOf(type) }),
  receivers: listReceivers,
  receiversByName: listReceivers,
  configReceivers: listReceivers,
  configReceiversByName: listReceivers,
});
