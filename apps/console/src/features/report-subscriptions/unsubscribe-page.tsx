import { subscriptionCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CallError, reading } from '../../kit/api/api.ts';
import { Button } from '../../kit/ui/button.tsx';
import { Empty } from '../../kit/ui/empty.tsx';
import { Failure } from '../../kit/ui/failure.tsx';
import { Skeleton } from '../../kit/ui/skeleton.tsx';
import { useAction } from '../../kit/api/use-action.ts';

/** Where the link of a mailed report leads: one press, and no more of them come. */
export function UnsubscribePage({ token }: { token: string }) {
  const { t } = useTranslation('report-subscriptions');
  const found = useQuery({
    ...reading(subscriptionCalls.unsubscribeInfo, { token }),
    meta: { silent: true },
  });
  const leave = useAction(subscriptionCalls.unsubscribe, { done: null });
  if (found.error instanceof CallError)
    return <Empty icon="mail" title={t('linkGone')} hint={t('linkGoneHint')} />;
  if (found.error) return <Failure error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton lines={4} />;
  const { name, address, unsubscribedAt } = found.data;
  if (unsubscribedAt || leave.isSuccess)
    return <Empty icon="check" title={t('left')} hint={t('leftHint', { name, address })} />;
  return (
    <>
      <h1>{t('leaveTitle', { name })}</h1>
      <p>{t('leaveHint', { address })}</p>
      <Button look="main" busy={leave.isPending} onClick={() => leave.mutate({ token })}>
        {t('unsubscribe')}
      </Button>
    </>
  );
}
