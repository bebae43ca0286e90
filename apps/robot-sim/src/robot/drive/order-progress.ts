import type { ActionV3, NodeV3, OrderV3, StateV3 } from '@sweepline/contract/robot';

export type ActionStatus = 'WAITING' | 'INITIALIZING' | 'RUNNING' | 'PAUSED' | 'FINISHED' | 'FAILED';

export interface ActionState {
  actionId: string;
  actionType: string;
  actionStatus: ActionStatus;
  actionResult?: string;
}

/** The state of an order that is saved and restored. */
export interface OrderEntry {
  order: OrderV3 | undefined;
  /** Index of the next node to reach; beyond the last when all are. */
  next: number;
  actions: ActionState[];
  instant: ActionState[];
  lastNodeId: string;
  lastNodeSequenceId: number;
}

const emptyEntry = (): OrderEntry => ({
  order: undefined,
  next: 0,
  actions: [],
  instant: [],
  lastNodeId: '',
  lastNodeSequenceId: 0,
});

const open = new Set<ActionStatus>(['WAITING', 'INITIALIZING', 'RUNNING', 'PAUSED']);

/** The current VDA order of a robot and its progress: the nodes, edges and actions of `state`. */
export class OrderProgress {
  entry: OrderEntry;
  readonly #changed: () => void;

  constructor(changed: () => void, entry: OrderEntry = emptyEntry()) {
    this.#changed = changed;
    this.entry = entry;
  }

  get active() {
    const { order, next, actions } = this.entry;
    return (
      order !== undefined &&
      (next < order.nodes.length || actions.some(({ actionStatus }) => open.has(actionStatus)))
    );
  }

  get orderId() {
    return this.entry.order?.orderId ?? '';
  }

  accept(order: OrderV3) {
    const [first] = order.nodes;
    this.entry = {
      order,
      next: 1,
      actions: order.nodes.flatMap((node) =>
        node.actions.map(({ actionId, actionType }) => ({
          actionId,
          actionType,
          actionStatus: 'WAITING' as const,
        })),
      ),
      instant: this.entry.instant,
      lastNodeId: first?.nodeId ?? '',
      lastNodeSequenceId: first?.sequenceId ?? 0,
    };
    this.#changed();
  }

  /** The node at an index of the order. */
  node = (index: number): NodeV3 | undefined => this.entry.order?.nodes[index];

  reached(index: number) {
    const node = this.node(index);
    if (!node || index < this.entry.next) return;
    this.entry.next = index + 1;
    this.entry.lastNodeId = node.nodeId;
    this.entry.lastNodeSequenceId = node.sequenceId;
    this.#changed();
  }

  statusOf = (actionId: string) =>
    this.entry.actions.find((state) => state.actionId === actionId)?.actionStatus;

  set(actionId: string, actionStatus: ActionStatus, actionResult?: string) {
    const state = this.entry.actions.find((action) => action.actionId === actionId);
    if (!state || (state.actionStatus === actionStatus && state.actionResult === actionResult)) return;
    state.actionStatus = actionStatus;
    if (actionResult !== undefined) state.actionResult = actionResult;
    this.#changed();
  }

  /** Aborts the order: removes its nodes and edges and fails its open actions. */
  clear() {
    for (const action of this.entry.actions)
      if (open.has(action.actionStatus)) action.actionStatus = 'FAILED';
    if (this.entry.order) this.entry.next = this.entry.order.nodes.length;
    this.#changed();
  }

  /** Whether an instant action is new. A repeated one is not executed again (docs/protocol/orders.md#instant-actions). */
  begins({ actionId, actionType }: ActionV3) {
    if (this.entry.instant.some((action) => action.actionId === actionId)) return false;
    this.entry.instant.push({ actionId, actionType, actionStatus: 'RUNNING' });
    return true;
  }

  setInstant(actionId: string, actionStatus: ActionStatus, actionResult?: string) {
    const state = this.entry.instant.find((action) => action.actionId === actionId);
    if (!state) return;
    state.actionStatus = actionStatus;
    if (actionResult !== undefined) state.actionResult = actionResult;
    this.#changed();
  }

  clearInstant() {
    this.entry.instant = this.entry.instant.filter(({ actionStatus }) => open.has(actionStatus));
    this.#changed();
  }

  /** The order part of `state`. The node states exclude the node on which the robot stands. */
  view(): Pick<
    StateV3,
    'orderId' | 'orderUpdateId' | 'lastNodeId' | 'lastNodeSequenceId' | 'nodeStates' | 'edgeStates'
  > & { actionStates: ActionState[]; instantActionStates: ActionState[] } {
    const { order, next, actions, instant, lastNodeId, lastNodeSequenceId } = this.entry;
    const done = next >= (order?.nodes.length ?? 0);
    return {
      orderId: order?.orderId ?? '',
      orderUpdateId: order?.orderUpdateId ?? 0,
      lastNodeId,
      lastNodeSequenceId,
      nodeStates: (order?.nodes.slice(next) ?? []).map(({ nodeId, sequenceId, released }) => ({
        nodeId,
        sequenceId,
        released,
      })),
      edgeStates: (done ? [] : (order?.edges.slice(next - 1) ?? [])).map(
        ({ edgeId, sequenceId, released }) => ({
          edgeId,
          sequenceId,
          released,
        }),
      ),
      actionStates: actions,
      instantActionStates: instant,
    };
  }
}
