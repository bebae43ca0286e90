import type { WorkOrderDetail } from '@sweepline/contract';
import { aWorkOrderDetail } from './a-work-order.ts';

/** An order that is dispatched to the signed-in technician. Pass only the fields that matter to the test. */
export const aTechnicianOrder = (changes: Partial<WorkOrderDetail> = {}): WorkOrderDetail =>
  aWorkOrderDetail({
    number: '2030-000007',
    name: 'Brush is jammed',
    description: 'The brush does not turn',
    state: 'PROCESSING',
    companyName: 'Mall',
    site: null,
    device: null,
    alarm: null,
    publisher: { name: 'Ana', mine: false },
    assignee: { id: 'person-1', name: 'Wei', mine: true },
    submittedAt: '2030-01-01T08:00:00.000Z',
    dispatchedAt: '2030-01-01T09:00:00.000Z',
    updatedAt: '2030-01-01T09:00:00.000Z',
    version: 3,
    ...changes,
  });
