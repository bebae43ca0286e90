import { alarmSettingCalls } from '@sweepline/contract';
import { answer } from '../../platform/calls/calls.ts';
import { listSuppressions, readSettings } from './alarm-setting-reads.ts';
import { setAlarm } from './alarm-setting-changes.ts';
import { translationsOf } from './alarm-words.ts';
import { listReceivers } from './receivers.ts';

export const alarmSettingAnswers = answer(alarmSettingCalls, {
  query: async (ctx, input) => ({ list: await readSettings(ctx, input) }),
  setAlarm,
  suppressions: listSuppressions,
  translations: async (_ctx, { type }) => ({ list: translationsOf(type) }),
  receivers: listReceivers,
  receiversByName: listReceivers,
  configReceivers: listReceivers,
  configReceiversByName: listReceivers,
});
