import type { AlarmEntry } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useKeyActs } from '../../../kit/keys/use-key-acts.ts';
import type { RowKey } from '../../../kit/list/use-list-keys.ts';
import { actKeys, actsOn, alarmActs } from './alarm-acts.tsx';
import type { AlarmAct } from './alarm-dialogs.tsx';
import { isAtOnce, useAtOnce } from './use-at-once.ts';

/** One letter per act on the alarms of the page or of the selection. */
export function useAlarmKeys(rows: readonly AlarmEntry[], open: (act: AlarmAct) => void) {
  const { t } = useTranslation('alarms/alarms');
  useKeyActs(
    t('keys'),
    actsOn(rows).map((act) => ({ text: t(`acts.${act}`), key: actKeys[act], run: () => open(act) })),
  );
}

/** The same letters on the alarm whose row has the focus. */
export function useAlarmRowKeys(open: (act: AlarmAct, alarm: AlarmEntry) => void): RowKey<AlarmEntry>[] {
  const { t } = useTranslation('alarms/alarms');
  const atOnce = useAtOnce();
  return alarmActs().map((act) => ({
    text: t(`acts.${act}`),
    key: actKeys[act],
    run: (alarm) => {
      if (!actsOn([alarm]).includes(act)) return;
      if (isAtOnce(act)) void atOnce(act, alarm);
      else open(act, alarm);
    },
  }));
}
