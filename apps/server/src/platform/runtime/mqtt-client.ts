import { Socket } from 'node:net';
import type { IPublishPacket, MqttClient } from 'mqtt';

const pingEveryMs = 1_000;
/** Pings without an answer after which the broker is away; on a busy machine an answer takes a second or two. */
const maxUnanswered = 3;

/** How often and how long connections to an outside broker are tried. */
export const reconnection = { connectTimeout: 4_000, reconnectPeriod: 1_000 } as const;

/**
 * Calls `onSilent` when the broker does not answer, as behind a broken network. The keepalive of the protocol notices that only
 * after 45 seconds; a shorter one would make the broker end connections of a busy server.
 */
export function watchAnswers(client: MqttClient, onSilent: () => void): void {
  let unanswered = 0;
  client.on('packetreceive', () => void (unanswered = 0));
  const timer = setInterval(() => {
    if (!client.connected) unanswered = 0;
    else if (unanswered >= maxUnanswered) onSilent();
    else {
      unanswered += 1;
      client.sendPing();
    }
  }, pingEveryMs);
  timer.unref();
  client.on('end', () => clearInterval(timer));
}

/**
 * Sends each message at once. Otherwise the operating system keeps a small one back until the broker has confirmed the one before, which
 * takes up to 40 ms: too long for the frames of a driver.
 */
export function sendAtOnce(client: MqttClient): void {
  client.on('connect', () => {
    if (client.stream instanceof Socket) client.stream.setNoDelay(true);
  });
}

/** Ends the connection at once. What the operating system has not sent yet is dropped where it can be: it would arrive late. */
export function reset({ stream }: MqttClient): void {
  // A connection with TLS cannot be reset.
  if (stream instanceof Socket && !('encrypted' in stream)) stream.resetAndDestroy();
  else stream.destroy();
}

/** Drops messages that the broker has not acknowledged; their senders are told. */
export function dropWaiting(client: MqttClient, isDropped: (packet: IPublishPacket) => boolean): void {
  for (const messageId of Object.keys(client.outgoing).map(Number))
    client.outgoingStore.get({ messageId }, (_, packet) => {
      if (packet?.cmd === 'publish' && isDropped(packet)) client.removeOutgoingMessage(messageId);
    });
}
