import { gettingStartedCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { useAction } from '../../../kit/api/use-action.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Failure } from '../../../kit/ui/failure.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { StartList } from '../../../shared/home-now/start-list.tsx';
import '../../../kit/ui/panel.css';
import './welcome-page.css';

/** All first steps of the reader, also after they are done or hidden on the home. */
export function GettingStartedPage() {
  const { t } = useTranslation('figures/home');
  const { data, error, refetch } = useQuery(callQuery(gettingStartedCalls.detail, {}));
  const show = useAction(gettingStartedCalls.hide, { done: t('start.isShown') });
  const steps = data?.steps ?? [];
  return (
    <div className="sl-welcome">
      <header className="sl-page-head">
        <h1>{t('start.heading')}</h1>
        {data?.isHidden && (
          <div className="sl-page-actions">
            <Button onClick={() => show.mutate({ isHidden: false })}>{t('start.show')}</Button>
          </div>
        )}
      </header>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton />}
      {data && steps.length === 0 && <Empty title={t('start.none')} hint={t('start.noneHint')} />}
      {steps.length > 0 && (
        <section className="sl-panel" aria-label={t('start.heading')}>
          <StartList steps={steps} />
        </section>
      )}
    </div>
  );
}
