import type { deviceGroupCalls, Output } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '../../kit/ui/toasts.ts';

type Moved = Output<typeof deviceGroupCalls.create>['moved'];

/** Says what was done, and which devices left another group for this one: a device is in one group. */
export function useSaved() {
  const { t } = useTranslation('device-groups');
  const cache = useQueryClient();
  return (done: string, moved: Moved) => {
    const [first] = moved;
    const also =
      moved.length > 1
        ? t('movedMany', { count: moved.length })
        : first && t('movedOne', { name: first.nickname, from: first.from });
    toast({ tone: 'done', text: also ? `${done} ${also}` : done });
    // Every device says which group it is in.
    void cache.invalidateQueries({ queryKey: ['devices'] });
  };
}
