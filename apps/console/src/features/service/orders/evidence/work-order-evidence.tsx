import type { WorkOrderDetail } from '@sweepline/contract';
import { lazy, Suspense } from 'react';
import { lazyPart } from '../../../../kit/api/chunks.ts';
import { Skeleton } from '../../../../kit/ui/skeleton.tsx';

const View = lazy(() => lazyPart(() => import('./evidence-view.tsx').then((m) => m.EvidenceView)));

/** The evidence of an order. Its map and its time axis are read when it is shown. */
export const WorkOrderEvidence = ({ order }: { order: Pick<WorkOrderDetail, 'id'> }) => (
  <Suspense fallback={<Skeleton lines={8} />}>
    <View orderId={order.id} />
  </Suspense>
);
