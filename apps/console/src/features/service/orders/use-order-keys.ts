import type { WorkOrder } from '@sweepline/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { isTyping } from '../../../kit/keys/is-typing.ts';
import { usePageKeys } from '../../../kit/keys/page-keys.ts';
import { actsOn, orderActs, useActWord, type OrderAct } from './work-order-acts.tsx';

/** One letter per act on the order of the page. */
export function useOrderKeys(order: WorkOrder, open: (act: OrderAct) => void) {
  const { t } = useTranslation('service/orders');
  const wordOf = useActWord();
  const offered = actsOn(order);
  usePageKeys(
    t('keys'),
    offered.map((act) => ({ text: wordOf(act, order), keys: orderActs[act].key.toUpperCase() })),
  );
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector('[role=dialog]')) return;
      const act = offered.find((each) => orderActs[each].key === event.key);
      if (!act) return;
      event.preventDefault();
      open(act);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
}
