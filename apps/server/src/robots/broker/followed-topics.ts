import type { MqttClient } from 'mqtt';

/** Filters in one SUBSCRIBE; a broker may refuse a longer one. */
const maxFilters = 500;

/**
 * The subscriptions of one connection to an outside broker. They are sent again after every connect: the connection has a clean
 * session.
 */
export function followTopics(client: MqttClient, qos: 0 | 1) {
  const filters = new Set<string>();

  const subscribe = async (added: readonly string[]): Promise<void> => {
    for (let from = 0; from < added.length; from += maxFilters)
      await client.subscribeAsync(added.slice(from, from + maxFilters), { qos });
  };
  // A connection that fails again ends these subscriptions, and the next one repeats them.
  client.on('connect', () => void subscribe([...filters]).catch(() => {}));

  return {
    /** Resolves when the broker has the subscriptions; while it is away, at once. */
    add: async (added: readonly string[]): Promise<void> => {
      for (const filter of added) filters.add(filter);
      if (client.connected) await subscribe(added).catch(() => {});
    },
    remove: async (removed: readonly string[]): Promise<void> => {
      for (const filter of removed) filters.delete(filter);
      if (!client.connected || removed.length === 0) return;
      await client.unsubscribeAsync([...removed]).catch(() => {});
    },
  };
}
