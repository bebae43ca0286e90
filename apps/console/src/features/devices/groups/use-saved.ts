import type { deviceGroupCalls, Output } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { toast } from '../../../kit/ui/toasts.ts';

type Moved = Output<typeof deviceGroupCalls.create>['moved'];

/** Reports a saved group and the devices that left another group for it: a device is in one group. */
export function useSaved() {
  const { t } = useTranslation('devices/groups');
  const cache = useQueryClient();
  return (done: string, moved: Moved) => {
    const [first] = moved;
    const also =
      moved.length > 1
        ? t('movedMany', { count: moved.length })
        : first && t('movedOne', { name: first.nickname, from: first.from });
    toast({ tone: 'done', text: also ? `${done} ${also}` : done });
    // Each device row contains its group.
    void cache.invalidateQueries({ queryKey: ['devices'] });
  };
}
