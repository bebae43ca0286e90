import {
  alarmSettingCalls,
  reasonedLevel,
  type AlarmPushChoice,
  type AlarmSettingRow,
} from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { may } from '../../../kit/api/may.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { useSettingWords } from './setting-words.ts';
import { useSetAlarm, type SettingPlace } from './use-set-alarm.ts';

const choices = ['ON', 'OFF_3_DAYS', 'OFF_7_DAYS', 'OFF_30_DAYS', 'OFF', 'OFF_UNTIL'] as const;

interface Props {
  row: AlarmSettingRow;
  place: SettingPlace;
  onEdit: (row: AlarmSettingRow, push?: AlarmPushChoice) => void;
}

const inherit = { level: null, fixer: null, push: 'INHERITED', orderMode: null } as const;

/** Edit, the six choices of the push, and the return to what is inherited. */
export function SettingActions({ row, place, onEdit }: Props) {
  const { t } = useTranslation('alarms/settings');
  const { nameOf } = useSettingWords();
  const { set, isBusy } = useSetAlarm(place);
  if (!may(alarmSettingCalls.setAlarm.allow)) return null;
  const { own, level } = row;
  const code = nameOf(row);
  const isChanged = [own.level, own.fixer, own.push, own.orderMode].some((value) => value !== null);
  const choose = (push: (typeof choices)[number]) => {
    const needsReason = push !== 'ON' && level.value === reasonedLevel && own.reason === '';
    if (push === 'OFF_UNTIL' || needsReason) return onEdit(row, push);
    set(row, { push }, t(push === 'ON' ? 'nowTold' : 'nowSuppressed', { code }));
  };
  return (
    <>
      <Button
        look="quiet"
        icon="edit"
        disabled={isBusy}
        aria-label={t('edit', { code })}
        onClick={() => onEdit(row)}
      />
      <RowMenu
        label={code}
        items={[
          ...choices.map((push) => ({
            key: push,
            text: t(`pushes.${push}`),
            icon: push === 'ON' ? ('bell' as const) : ('pause' as const),
            run: () => choose(push),
          })),
          isChanged && {
            key: 'reset',
            text: t('reset'),
            icon: 'undo',
            separate: true,
            run: () => set(row, inherit, t('nowInherited', { code })),
          },
        ]}
      />
    </>
  );
}
