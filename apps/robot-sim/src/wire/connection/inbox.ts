import {
  downMessages,
  isDownTopic,
  type DownTopic,
  type InstantActionsV3,
  type Major,
  type OrderV2,
  type OrderV3,
  type XAck,
  type XCommand,
  type XDesired,
  type XDrive,
  type XResponse,
  type ZoneSetV3,
} from '@sweepline/contract/robot';

/** What a message from the server means, whichever version it was said in. */
export type Received =
  | { name: 'order'; message: OrderV3 }
  | { name: 'instantActions'; message: InstantActionsV3 }
  | { name: 'zoneSet'; message: ZoneSetV3 }
  | { name: 'xCommand'; message: XCommand }
  | { name: 'xAck'; message: XAck }
  | { name: 'xDesired'; message: XDesired }
  | { name: 'xDrive'; message: XDrive }
  | { name: 'xResponse'; message: XResponse }
  | { name: 'other'; topic: DownTopic }
  | { name: 'bad'; topic: string; why: string; ids: Record<string, string> };

const bad = (topic: string, why: string, document?: unknown): Received => ({
  name: 'bad',
  topic,
  why,
  ids: idsIn(document),
});

/** The ids an unreadable order can still be answered by. */
function idsIn(document: unknown): Record<string, string> {
  if (typeof document !== 'object' || document === null) return {};
  return Object.fromEntries(
    Object.entries(document)
      .filter(([key]) => ['headerId', 'orderId', 'orderUpdateId'].includes(key))
      .map(([key, value]) => [key, String(value).slice(0, 64)]),
  );
}

/** Reads a message. Nothing a server sends can stop a robot: what cannot be read is `bad`, with a reason. */
export function readMessage(major: Major, topic: string, payload: Uint8Array): Received {
  if (!isDownTopic(topic)) return bad(topic, 'unknown topic');
  let document: unknown;
  try {
    document = JSON.parse(Buffer.from(payload).toString('utf8'));
  } catch {
    return bad(topic, 'not JSON');
  }
  return major === 'v2' ? readV2(topic, document) : readV3(topic, document);
}

function readV3(topic: DownTopic, document: unknown): Received {
  const { order, instantActions, zoneSet, xCommand, xAck, xDesired, xDrive, xResponse } = downMessages.v3;
  const schemas = { order, instantActions, zoneSet, xCommand, xAck, xDesired, xDrive, xResponse };
  if (!(topic in schemas)) return { name: 'other', topic };
  const name = topic as keyof typeof schemas;
  const read = schemas[name].safeParse(document);
  if (!read.success) return bad(topic, read.error.issues[0]?.path.join('.') ?? 'shape', document);
  // The schema parsed with is the one of this name, which the compiler cannot follow.
  return { name, message: read.data } as Received;
}

function readV2(topic: DownTopic, document: unknown): Received {
  if (topic === 'order') {
    const read = downMessages.v2.order.safeParse(document);
    return read.success ? { name: 'order', message: fromV2(read.data) } : bad(topic, 'shape', document);
  }
  if (topic === 'instantActions') {
    const both = { actions: [], instantActions: [], ...(document as object) };
    const read = downMessages.v2.instantActions.safeParse(both);
    if (!read.success) return bad(topic, 'shape', document);
    const { actions, instantActions, ...header } = read.data;
    const said = (actions.length > 0 ? actions : instantActions).map(
      ({ actionType, actionId, actionParameters }) => ({
        actionType: actionType === 'initPosition' ? 'initializePosition' : actionType,
        actionId,
        actionParameters,
        blockingType: 'NONE' as const,
      }),
    );
    return { name: 'instantActions', message: { ...header, actions: said } };
  }
  return { name: 'other', topic };
}

/** A 2.0 order as 3.0 would have said it. */
function fromV2(order: OrderV2): OrderV3 {
  return {
    ...order,
    orderDescription: undefined,
    nodes: order.nodes.map(({ nodePosition, ...node }) => {
      if (!nodePosition) return { ...node, nodePosition: undefined };
      const { allowedDeviationXy, ...place } = nodePosition;
      const radius = allowedDeviationXy ?? 0.5;
      return {
        ...node,
        nodePosition: { ...place, allowedDeviationXY: { a: radius, b: radius, theta: 0 } },
      };
    }),
    edges: order.edges.map(({ edgeId, sequenceId, released, actions }) => ({
      edgeId,
      sequenceId,
      released,
      actions,
    })),
  };
}
