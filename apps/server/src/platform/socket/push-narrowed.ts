import type { BusMessage } from './bus.ts';
import type { SocketConnection } from './socket-connection.ts';
import type { TopicRule } from './topic-rule.ts';

/** Sends a message to one socket, reduced to the records that its page shows. `frame` is the text of the whole message. */
export function pushNarrowed(
  connection: SocketConnection,
  rule: TopicRule | undefined,
  { channel, content }: Pick<BusMessage, 'channel' | 'content'>,
  frame: () => string,
): void {
  const followed = connection.followed.get(channel);
  if (!followed || !rule?.narrow) return connection.push(channel, content, frame);
  const part = rule.narrow(content, followed);
  if (part !== undefined)
    connection.push(channel, part, () => JSON.stringify({ topic: channel, content: part }));
}
