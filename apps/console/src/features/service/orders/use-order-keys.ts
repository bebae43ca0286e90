import type { WorkOrder } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useKeyActs } from '../../../kit/keys/use-key-acts.ts';
import { actsOn, orderActs, useActWord, type OrderAct } from './work-order-acts.tsx';

/** One letter per act on the order of the page. */
export function useOrderKeys(order: WorkOrder, open: (act: OrderAct) => void) {
  const { t } = useTranslation('service/orders');
  const wordOf = useActWord();
  useKeyActs(
    t('keys'),
    actsOn(order).map((act) => ({
      text: wordOf(act, order),
      key: orderActs[act].key,
      run: () => open(act),
    })),
  );
}
