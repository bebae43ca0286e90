import { subscriptionCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError, callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

/** Target of the unsubscribe link in a report mail. One click ends the mails to the address. */
export function UnsubscribePage({ token }: { token: string }) {
  const { t } = useTranslation('figures/report-subscriptions');
  const info = useQuery({
    ...callQuery(subscriptionCalls.unsubscribeInfo, { token }),
    meta: { silent: true },
  });
  const unsubscribe = useAction(subscriptionCalls.unsubscribe, { done: null });
  if (info.error instanceof CallError)
    return <Empty icon="mail" title={t('linkGone')} hint={t('linkGoneHint')} />;
  if (info.error) return <Failure error={info.error} onRetry={() => void info.refetch()} />;
  if (!info.data) return <Skeleton lines={4} />;
  const { name, address, unsubscribedAt } = info.data;
  if (unsubscribedAt || unsubscribe.isSuccess)
    return <Empty icon="check" title={t('left')} hint={t('leftHint', { name, address })} />;
  return (
    <>
      <h1>{t('leaveTitle', { name })}</h1>
      <p>{t('leaveHint', { address })}</p>
      <Button look="main" busy={unsubscribe.isPending} onClick={() => unsubscribe.mutate({ token })}>
        {t('unsubscribe')}
      </Button>
    </>
  );
}
