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
  type XLift,
  type XResponse,
  type ZoneSetV3,
} from '@sweepline/contract/robot';

/** A parsed message from the server, in the format of version 3. */
export type Received =
  | { name: 'order'; message: OrderV3 }
  | { name: 'instantActions'; message: InstantActionsV3 }
  | { name: 'zoneSet'; message: ZoneSetV3 }
  | { name: 'xCommand'; message: XCommand }
  | { name: 'xAck'; message: XAck }
  | { name: 'xDesired'; message: XDesired }
  | { name: 'xDrive'; message: XDrive }
  | { name: 'xLift'; message: XLift }
  | { name: 'xResponse'; message: XResponse }
  | { name: 'other'; topic: DownTopic }
  | { name: 'bad'; topic: string; reason: string; ids: Record<string, string> };

const bad = (topic: string, reason: string, document?: unknown): Received => ({
  name: 'bad',
  topic,
  reason,
  ids: idsIn(document),
});

/** The ids of an unreadable order, for its refusal. */
function idsIn(document: unknown): Record<string, string> {
  if (typeof document !== 'object' || document === null) return {};
  return Object.fromEntries(
    Object.entries(document)
      .filter(([key]) => ['headerId', 'orderId', 'orderUpdateId'].includes(key))
      .map(([key, value]) => [key, String(value).slice(0, 64)]),
  );
}

/** Parses a message. An unreadable message is `bad` with a reason and never throws. */
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
  const { order, instantActions, zoneSet, xCommand, xAck, xDesired, xDrive, xLift, xResponse } =
    downMessages.v3;
  const schemas = { order, instantActions, zoneSet, xCommand, xAck, xDesired, xDrive, xLift, xResponse };
  if (!(topic in schemas)) return { name: 'other', topic };
  const name = topic as keyof typeof schemas;
  const parsed = schemas[name].safeParse(document);
  if (!parsed.success) return bad(topic, parsed.error.issues[0]?.path.join('.') ?? 'shape', document);
  // The schema belongs to this name, which the compiler cannot infer.
  return { name, message: parsed.data } as Received;
}

function readV2(topic: DownTopic, document: unknown): Received {
  if (topic === 'order') {
    const parsed = downMessages.v2.order.safeParse(document);
    return parsed.success ? { name: 'order', message: fromV2(parsed.data) } : bad(topic, 'shape', document);
  }
  if (topic === 'instantActions') {
    const both = { actions: [], instantActions: [], ...(document as object) };
    const parsed = downMessages.v2.instantActions.safeParse(both);
    if (!parsed.success) return bad(topic, 'shape', document);
    const { actions, instantActions, ...header } = parsed.data;
    const renamedActions = (actions.length > 0 ? actions : instantActions).map(
      ({ actionType, actionId, actionParameters }) => ({
        actionType: actionType === 'initPosition' ? 'initializePosition' : actionType,
        actionId,
        actionParameters,
        blockingType: 'NONE' as const,
      }),
    );
    return { name: 'instantActions', message: { ...header, actions: renamedActions } };
  }
  return { name: 'other', topic };
}

/** Converts a 2.0 order to 3.0. */
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
