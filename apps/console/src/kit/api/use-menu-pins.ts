import { menuPinCalls, type MenuPin } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from './api.ts';
import { useAction } from './use-action.ts';

const none: MenuPin[] = [];

/** The pages and saved views that the user keeps at the top of the menu, and the switch of one. */
export function useMenuPins() {
  const { t } = useTranslation('kit');
  // The menu works without them, so a failure needs no message.
  const { data } = useQuery({ ...callQuery(menuPinCalls.list, {}), meta: { silent: true } });
  const add = useAction(menuPinCalls.add, { done: null, quiet: true });
  const remove = useAction(menuPinCalls.remove, { done: null, quiet: true });
  const pins = data?.list ?? none;
  const isPinned = ({ page, query }: Pick<MenuPin, 'page' | 'query'>) =>
    pins.some((pin) => pin.page === page && pin.query === query);
  return {
    pins,
    /** What a button for this pin shows and does. `title` is the name as the user reads it. */
    switchOf: (pin: MenuPin, title: string) => ({
      'aria-pressed': isPinned(pin),
      'aria-label': t(isPinned(pin) ? 'unpin' : 'pin', { name: title }),
      onClick: () => (isPinned(pin) ? remove.mutate({ page: pin.page, query: pin.query }) : add.mutate(pin)),
    }),
  };
}
export type MenuPins = ReturnType<typeof useMenuPins>;
