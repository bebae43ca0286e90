import { menuPinCalls, type MenuPin } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { browserStorage } from '../storage.ts';
import { callQuery } from './api.ts';
import { useSession } from './session.ts';
import { useAction } from './use-action.ts';

const keyOf = (userId: string) => `menu.pins.${userId}`;

/** The pins as this browser last knew them, so that the menu below them does not move when the answer comes. */
function lastPins(userId: string): { list: MenuPin[] } | undefined {
  try {
    return menuPinCalls.list.output.parse(JSON.parse(browserStorage.getItem(keyOf(userId)) ?? ''));
  } catch {
    return undefined;
  }
}

const none: MenuPin[] = [];

/** The pages and saved views that the user keeps at the top of the menu, and the switch of one. */
export function useMenuPins() {
  const { t } = useTranslation('kit');
  const userId = useSession()?.userId ?? '';
  // The menu works without them, so a failure needs no message.
  const { data, isPlaceholderData } = useQuery({
    ...callQuery(menuPinCalls.list, {}),
    placeholderData: () => lastPins(userId),
    meta: { silent: true },
  });
  useEffect(() => {
    if (data && !isPlaceholderData) browserStorage.setItem(keyOf(userId), JSON.stringify(data));
  }, [data, isPlaceholderData, userId]);
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
