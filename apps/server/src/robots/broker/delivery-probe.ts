import type { MqttClient } from 'mqtt';

/**
 * Rounds without the message after which a topic counts as not delivered: a busy broker drops single messages with QoS 0. A round begins
 * after the broker has answered the one before, so a slow broker or a slow server is not taken for a silent topic.
 */
const maxUnanswered = 2;
/** Connections that ended at a message to itself, without an answer, after which the server sends none any more. */
const maxClosed = 3;

interface ProbeOptions {
  /** The topics of a vehicle that does not exist; the client subscribes to each. */
  topics: readonly string[];
  /** Whether the broker has not answered the subscriptions yet. */
  isPending: () => boolean;
  onChange: () => void;
  /** The broker ends the connection at these messages, so nothing can be proven. */
  onClosed: () => void;
}

/**
 * Messages of a connection to itself. A broker may grant a subscription and deliver nothing of it, as Mosquitto does with what its
 * rules forbid. The messages are empty: servers ignore such, also those of earlier versions.
 */
export function probeDelivery(client: MqttClient, { topics, isPending, onChange, onClosed }: ProbeOptions) {
  const rounds = new Map(topics.map((topic) => [topic, 0]));
  let closed = 0;
  let isAnswered = true;
  let hasReplied = true;

  client.on('packetreceive', ({ cmd }) => {
    if (cmd === 'pingresp') hasReplied = true;
  });
  client.on('close', () => {
    hasReplied = true;
    if (!isAnswered) {
      closed += 1;
      if (closed === maxClosed) onClosed();
    }
    isAnswered = true;
    // A round that the connection did not outlive proves nothing.
    for (const [topic, count] of rounds) if (count <= maxUnanswered) rounds.set(topic, 0);
  });

  return {
    /** Sends the next message on each topic. */
    send: (): void => {
      if (!client.connected || isPending() || closed >= maxClosed || !hasReplied) return;
      isAnswered = false;
      hasReplied = false;
      for (const [topic, count] of rounds) {
        rounds.set(topic, count + 1);
        // With QoS 1 the client would repeat it on the next connection, and a broker that forbids it would end that one too.
        client.publish(topic, '', { qos: 0 });
        if (count === maxUnanswered) onChange();
      }
      client.sendPing();
    },
    /** Whether this is a message of the connection to itself, which is for no one else. */
    isOwn: (topic: string): boolean => {
      const count = rounds.get(topic);
      if (count === undefined) return false;
      isAnswered = true;
      closed = 0;
      rounds.set(topic, 0);
      if (count > maxUnanswered) onChange();
      return true;
    },
    /** The topics of which nothing was delivered. */
    undelivered: (): string[] => topics.filter((topic) => (rounds.get(topic) ?? 0) > maxUnanswered),
  };
}
