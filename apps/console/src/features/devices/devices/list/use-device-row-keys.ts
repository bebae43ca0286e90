import type { Device } from '@sweepline/contract';
import { dailyActs } from '@sweepline/contract/robot';
import { useTranslation } from 'react-i18next';
import { may } from '../../../../kit/api/may.ts';
import type { RowKey } from '../../../../kit/list/use-list-keys.ts';
import { dailyActLooks } from '../../../../shared/acts/daily-act-list.ts';
import { useDaily } from '../../../../shared/acts/daily-acts.tsx';

/** The daily acts by letter on the robot whose row has the focus. Pause and resume share a letter: the robot decides which it is. */
export function useDeviceRowKeys(): RowKey<Device>[] {
  const { t } = useTranslation('acts');
  const { itemsOf, start } = useDaily();
  const allowed = dailyActs.filter((act) => may(dailyActLooks[act].allow));
  const actsByLetter = Map.groupBy(allowed, (act) => dailyActLooks[act].letter);
  return [...actsByLetter].map(([key, acts]): RowKey<Device> => ({
    key,
    text: acts.map((act) => t(`act.${act}`)).join(' / '),
    run: (device) => {
      const items = itemsOf(device).filter(({ letter }) => letter === key);
      const item = items.find(({ obstacle }) => obstacle === undefined) ?? items[0];
      if (item) start(item, device);
    },
  }));
}
