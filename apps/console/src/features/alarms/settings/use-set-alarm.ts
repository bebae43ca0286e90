import { alarmCalls, alarmSettingCalls, type AlarmSettingRow, type Sent } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useAction } from '../../../kit/api/use-action.ts';
import { toast } from '../../../kit/ui/toasts.ts';
import { choiceOf } from './setting-words.ts';

type SetAlarm = Sent<typeof alarmSettingCalls.setAlarm>;
/** The company and the model of the settings. */
export type SettingPlace = Pick<SetAlarm, 'companyId' | 'model'>;
type Change = Pick<
  SetAlarm,
  'level' | 'fixer' | 'push' | 'pushUntil' | 'reason' | 'orderMode' | 'orderAfterMinutes'
>;

/** The fields of the row as they are now, to restore them. */
function valuesOf(row: AlarmSettingRow): Change {
  const { level, fixer, pushOffUntil: pushUntil, reason, orderMode, orderAfterMinutes } = row.own;
  const push = choiceOf(row, Date.now());
  return { level, fixer, push, pushUntil, reason, orderMode, orderAfterMinutes };
}

/** Changes one setting with one press. The toast offers to undo it. */
export function useSetAlarm(place: SettingPlace) {
  const { t } = useTranslation('alarms/settings');
  const also = [alarmCalls.list.family];
  const restore = useAction(alarmSettingCalls.setAlarm, { done: t('undone'), failed: t('failed'), also });
  const change = useAction(alarmSettingCalls.setAlarm, { done: null, failed: t('failed'), also });
  return {
    isBusy: change.isPending || restore.isPending,
    set: (row: AlarmSettingRow, changes: Change, done: string) => {
      const key = { ...place, code: row.code, errorType: row.errorType };
      change.mutate(
        { ...key, ...changes, version: row.own.version },
        {
          onSuccess: ({ own }) =>
            toast({
              tone: 'done',
              text: done,
              action: {
                text: t('undo'),
                run: () => restore.mutate({ ...key, ...valuesOf(row), version: own.version }),
              },
            }),
        },
      );
    },
  };
}
