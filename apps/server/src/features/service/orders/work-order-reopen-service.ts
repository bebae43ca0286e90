import type { WorkOrderRow } from '../../../entities/service/work-order-table.ts';

/** The columns of an order that is in work again. */
export const reopened = (order: WorkOrderRow) =>
  ({
    state: order.assigneeId === null ? 'SUBMITTED' : 'PROCESSING',
    resolution: null,
    resolutionText: '',
    resolvedAt: null,
    resolvedById: null,
    resolvedLate: null,
    reopenedCount: order.reopenedCount + 1,
    verification: null,
    verificationObstacle: null,
  }) as const;
