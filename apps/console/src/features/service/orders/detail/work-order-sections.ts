import type { WorkOrderDetail } from '@sweepline/contract';
import { lazy, type ComponentType } from 'react';
import { lazyPart } from '../../../../kit/api/chunks.ts';
import { WorkOrderEvidence } from '../evidence/work-order-evidence.tsx';
import type texts from '../texts/en.json';
import { OrderFacts } from './order-facts.tsx';
import { OrderHistory } from './order-history.tsx';
import { hasOrderPictures, OrderPictures } from './order-pictures.tsx';
import { OrderProblem } from './order-problem.tsx';
import { OrderRatingForm } from './order-rating-form.tsx';
import { OrderResult } from './order-result.tsx';
import { OrderServiceLevel } from './order-service-level.tsx';
import { OrderWarranty } from './order-warranty.tsx';

export interface OrderSection {
  /** The key of its title in the texts. */
  key: keyof typeof texts.parts;
  /** `below` is under both columns. */
  place: 'main' | 'side' | 'below';
  isShown: (order: WorkOrderDetail) => boolean;
  Section: ComponentType<{ order: WorkOrderDetail }>;
}

const always = () => true;

const Work = lazy(() =>
  lazyPart(() =>
    import('../../../../shared/work-orders/order-work/work-order-work.tsx').then((m) => m.WorkOrderWork),
  ),
);

/** The sections of the page of an order, from top to bottom. A part with work or evidence is one more line. */
export const orderSections: readonly OrderSection[] = [
  { key: 'problem', place: 'main', isShown: always, Section: OrderProblem },
  {
    key: 'pictures',
    place: 'main',
    isShown: hasOrderPictures,
    Section: OrderPictures,
  },
  {
    key: 'result',
    place: 'main',
    isShown: ({ resolution }) => resolution !== null,
    Section: OrderResult,
  },
  {
    key: 'rating',
    place: 'main',
    isShown: ({ rating, rateUntil }) => rating !== null || rateUntil !== null,
    Section: OrderRatingForm,
  },
  { key: 'history', place: 'main', isShown: always, Section: OrderHistory },
  // Read when the page is shown: nothing under them may move.
  { key: 'work', place: 'below', isShown: ({ state }) => state !== 'SUBMITTED', Section: Work },
  {
    key: 'evidence',
    place: 'below',
    isShown: ({ hasEvidence }) => hasEvidence,
    Section: WorkOrderEvidence,
  },
  { key: 'serviceLevel', place: 'side', isShown: always, Section: OrderServiceLevel },
  { key: 'facts', place: 'side', isShown: always, Section: OrderFacts },
  {
    key: 'warranty',
    place: 'side',
    isShown: ({ device }) => device !== null,
    Section: OrderWarranty,
  },
];
