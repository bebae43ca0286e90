import type { AlarmEntry } from '@sweepline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from '../../../kit/keys/is-typing.ts';
import { usePageKeys } from '../../../kit/keys/page-keys.ts';
import { actKeys, actsOn } from './alarm-acts.tsx';
import type { AlarmAct } from './alarm-dialogs.tsx';

/** One letter per act on the alarms of the page or of the selection. */
export function useAlarmKeys(rows: readonly AlarmEntry[], open: (act: AlarmAct) => void) {
  const { t } = useTranslation('alarms/alarms');
  const offered = actsOn(rows);
  usePageKeys(
    t('keys'),
    offered.map((act) => ({ text: t(`acts.${act}`), keys: actKeys[act].toUpperCase() })),
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      // A selected row keeps the focus in its checkbox, where letters type nothing.
      const isBox = event.target instanceof HTMLInputElement && event.target.type === 'checkbox';
      if (isTyping(event.target) && !isBox) return;
      const act = offered.find((each) => actKeys[each] === event.key);
      if (!act) return;
      event.preventDefault();
      open(act);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
