import { alarmActCalls, type AlarmEntry } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { session } from '../../../kit/api/session.ts';
import { toast } from '../../../kit/ui/toasts.ts';
import type { AlarmAct } from './alarm-dialogs.tsx';
import { useAlarmName } from './alarm-state.tsx';

/** Acts that one alarm needs no dialog for. Several alarms have one, with the result of each. */
export const isAtOnce = (act: AlarmAct) => act === 'acknowledge' || act === 'unshelve';

/** Acts on one alarm at once, and offers to withdraw an acknowledgement. */
export function useAtOnce() {
  const { t } = useTranslation('alarms/alarms');
  const { t: kit } = useTranslation('kit');
  const cache = useQueryClient();
  const nameOf = useAlarmName();
  const attempt = async (send: () => Promise<void>) => {
    try {
      await send();
    } catch (error) {
      toast({ tone: 'failed', text: (error as Error).message });
    }
    await cache.invalidateQueries({ queryKey: [alarmActCalls.assign.family] });
  };
  return (act: AlarmAct, alarm: AlarmEntry) =>
    attempt(async () => {
      const { actOnAlarm } = await import('./alarm-dialogs.tsx');
      const name = nameOf(alarm);
      if (act === 'assign') await actOnAlarm(act, alarm, { ownerId: session.user()?.userId ?? null });
      else if (act === 'unshelve') await actOnAlarm(act, alarm, {});
      else if (act === 'acknowledge') {
        const version = await actOnAlarm(act, alarm, {});
        const withdraw = () => actOnAlarm('withdraw', { id: alarm.id, version }, {});
        const run = () =>
          void attempt(async () => {
            await withdraw();
            toast({ tone: 'done', text: t('done.withdraw', { name }) });
          });
        return toast({
          tone: 'done',
          text: t('done.acknowledge', { name }),
          action: { text: kit('undo'), run },
        });
      } else throw new Error(`${act} needs a dialog`);
      toast({ tone: 'done', text: t(`done.${act}`, { name }) });
    });
}
