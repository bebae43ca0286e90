import { workOrderCalls, type WorkOrderDetail } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { callQuery } from '../../../../kit/api/api.ts';
import { Failure } from '../../../../kit/ui/failure.tsx';
import { usePageName } from '../../../../kit/ui/page-name.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';
import { useWorkOrdersLive } from '../use-work-orders-live.ts';
import { WorkOrderHead } from './work-order-head.tsx';
import { orderSections } from './work-order-sections.ts';
import '../work-orders.css';
import { orderNumber } from '../../../../shared/work-order-words/order-number.ts';

/** One order: where it stands, what is wrong, what was done, and everything that happened to it. */
export function WorkOrderDetailPage() {
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const { data, error, refetch } = useQuery({
    ...callQuery(workOrderCalls.detail, { id }),
    meta: { silent: true },
  });
  usePageName(data && orderNumber(data));
  useWorkOrdersLive((change) => change.id === id);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton lines={8} />;
  return <Detail key={data.id} order={data} />;
}

function Detail({ order }: { order: WorkOrderDetail }) {
  const { t } = useTranslation('service/orders');
  return (
    <div className="order-detail">
      <WorkOrderHead order={order} />
      <div className="order-parts">
        {(['main', 'side', 'below'] as const).map((place) => (
          <div key={place} className={`order-${place}`}>
            {orderSections
              .filter((section) => section.place === place && section.isShown(order))
              .map(({ key, Section }) => (
                <section key={key} className="order-part">
                  <h2>{t(`parts.${key}`)}</h2>
                  <Suspense fallback={<Skeleton lines={8} />}>
                    <Section order={order} />
                  </Suspense>
                </section>
              ))}
          </div>
        ))}
      </div>
    </div>
  );
}
