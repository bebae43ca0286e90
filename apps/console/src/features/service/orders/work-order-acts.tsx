import {
  reopenDays,
  workOrderActCalls,
  workOrderCalls,
  type Call,
  type WorkOrder,
  type WorkOrderDetail,
} from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { may } from '../../../kit/api/may.ts';
import type { MenuItem } from '../../../kit/list/row-menu.tsx';
import type { IconName } from '../../../kit/ui/icons.ts';

/** The order of the acts in bars and menus. */
const acts = ['dispatch', 'resolve', 'continue', 'wait', 'reopen', 'edit', 'merge'] as const;
export type OrderAct = (typeof acts)[number];

const dialogs = {
  dispatch: lazy(() => lazyPart(() => import('./dialogs/dispatch-dialog.tsx').then((m) => m.DispatchDialog))),
  resolve: lazy(() => lazyPart(() => import('./dialogs/resolve-dialog.tsx').then((m) => m.ResolveDialog))),
  continue: lazy(() => lazyPart(() => import('./dialogs/wait-dialogs.tsx').then((m) => m.ContinueDialog))),
  wait: lazy(() => lazyPart(() => import('./dialogs/wait-dialogs.tsx').then((m) => m.WaitDialog))),
  reopen: lazy(() => lazyPart(() => import('./dialogs/resolve-dialog.tsx').then((m) => m.ReopenDialog))),
  edit: lazy(() => lazyPart(() => import('./dialogs/edit-dialog.tsx').then((m) => m.EditDialog))),
  merge: lazy(() => lazyPart(() => import('./dialogs/merge-dialog.tsx').then((m) => m.MergeDialog))),
};

interface Act {
  call: Call;
  icon: IconName;
  /** The letter that opens it. */
  key: string;
  isPossible: (order: WorkOrder) => boolean;
}

const dayMs = 86_400_000;
const isOpen = ({ state }: WorkOrder) => state !== 'RESOLVED';
const isFresh = ({ resolvedAt }: WorkOrder) =>
  resolvedAt !== null && Date.parse(resolvedAt) + reopenDays * dayMs > Date.now();

export const orderActs: Record<OrderAct, Act> = {
  dispatch: { call: workOrderActCalls.dispatch, icon: 'user', key: 'd', isPossible: isOpen },
  resolve: { call: workOrderActCalls.resolve, icon: 'check', key: 'r', isPossible: isOpen },
  continue: {
    call: workOrderActCalls.wait,
    icon: 'play',
    key: 'c',
    isPossible: ({ waiting }) => waiting !== null,
  },
  wait: {
    call: workOrderActCalls.wait,
    icon: 'pause',
    key: 'w',
    isPossible: ({ state, waiting }) => state === 'PROCESSING' && waiting === null,
  },
  reopen: {
    call: workOrderActCalls.reopen,
    icon: 'undo',
    key: 'o',
    // A duplicate goes on in the order that it was merged into.
    isPossible: (order) => order.state === 'RESOLVED' && order.resolution !== 'DUPLICATE' && isFresh(order),
  },
  edit: {
    call: workOrderCalls.update,
    icon: 'edit',
    key: 'e',
    isPossible: (order) => isOpen(order) && 'events' in order,
  },
  merge: { call: workOrderActCalls.merge, icon: 'copy', key: 'm', isPossible: isOpen },
};

/** The acts that the account may do on this order in its present state. */
export const actsOn = (order: WorkOrder): OrderAct[] =>
  acts.filter((act) => may(orderActs[act].call.allow) && orderActs[act].isPossible(order));

/** The word of an act; an order with an assignee is dispatched to another person. */
export function useActWord() {
  const { t } = useTranslation('service/orders');
  return (act: OrderAct, { assignee }: WorkOrder) =>
    t(act === 'dispatch' && assignee !== null ? 'acts.dispatchAgain' : `acts.${act}`);
}

/** The menu of one order. `open` opens the dialog of an act. */
export function useOrderMenu(order: WorkOrder, open: (act: OrderAct) => void): MenuItem[] {
  const wordOf = useActWord();
  return actsOn(order).map((act) => ({
    key: act,
    text: wordOf(act, order),
    icon: orderActs[act].icon,
    run: () => open(act),
  }));
}

export interface ActDialogProps<O extends WorkOrder = WorkOrder> {
  order: O;
  onClose: () => void;
}

/** The dialog of an act on an order. */
export function OrderActDialog({ act, order, onClose }: ActDialogProps & { act: OrderAct }) {
  // The order is live: an act of another person would change it under the dialog, and its version with it.
  const [fixed] = useState(order);
  const Dialog = dialogs[act];
  return (
    <Suspense>
      <Dialog order={fixed as WorkOrderDetail} onClose={onClose} />
    </Suspense>
  );
}
