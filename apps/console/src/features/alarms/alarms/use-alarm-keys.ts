import type { AlarmEntry } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useKeyActs } from '../../../kit/keys/use-key-acts.ts';
import { actKeys, actsOn } from './alarm-acts.tsx';
import type { AlarmAct } from './alarm-dialogs.tsx';

/** One letter per act on the alarms of the page or of the selection. */
export function useAlarmKeys(rows: readonly AlarmEntry[], open: (act: AlarmAct) => void) {
  const { t } = useTranslation('alarms/alarms');
  useKeyActs(
    t('keys'),
    actsOn(rows).map((act) => ({ text: t(`acts.${act}`), key: actKeys[act], run: () => open(act) })),
  );
}
