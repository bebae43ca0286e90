import type { MqttClient } from 'mqtt';

/** Filters in one SUBSCRIBE; a broker may refuse a longer one. */
const maxFilters = 500;
/** The bit of a return code that means refused. */
const refusedBit = 0x80;

/**
 * The subscriptions of one connection to an outside broker. They are sent again after every connect: the connection has a clean
 * session. `onRefused` is called when the refused ones have changed.
 */
export function followTopics(client: MqttClient, qos: 0 | 1, onRefused: () => void) {
  const filters = new Set<string>();
  const refused = new Set<string>();
  let pending = 0;

  const note = (sent: readonly string[], codes: readonly number[]): void => {
    let hasChanged = false;
    for (const [index, filter] of sent.entries()) {
      const isRefused = ((codes[index] ?? 0) & refusedBit) !== 0 && filters.has(filter);
      if (isRefused === refused.has(filter)) continue;
      hasChanged = true;
      if (isRefused) refused.add(filter);
      else refused.delete(filter);
    }
    if (hasChanged) onRefused();
  };
  const subscribe = async (added: readonly string[]): Promise<void> => {
    pending += 1;
    try {
      for (let from = 0; from < added.length; from += maxFilters) {
        const sent = added.slice(from, from + maxFilters);
        note(sent, await codesOf(client, sent, qos));
      }
    } catch {
      // The connection has failed; the next one repeats all subscriptions.
    } finally {
      pending -= 1;
    }
  };
  client.on('connect', () => void subscribe([...filters]));

  return {
    /** Resolves when the broker has answered the subscriptions; while it is away, at once. */
    add: async (added: readonly string[]): Promise<void> => {
      for (const filter of added) filters.add(filter);
      if (client.connected) await subscribe(added);
    },
    remove: async (removed: readonly string[]): Promise<void> => {
      for (const filter of removed) filters.delete(filter);
      if (removed.filter((filter) => refused.delete(filter)).length > 0) onRefused();
      if (!client.connected || removed.length === 0) return;
      await client.unsubscribeAsync([...removed]).catch(() => {});
    },
    refused: (): ReadonlySet<string> => refused,
    /** Whether the broker has not answered some subscriptions yet. */
    isPending: (): boolean => pending > 0,
    /** Sends the refused ones again: the rules of the broker may have changed. */
    retry: async (): Promise<void> => {
      if (client.connected && refused.size > 0) await subscribe([...refused]);
    },
  };
}
export type FollowedTopics = ReturnType<typeof followTopics>;

/** The broker's answer to each filter. The client reports the first refusal as an error. */
async function codesOf(client: MqttClient, sent: readonly string[], qos: 0 | 1): Promise<readonly number[]> {
  try {
    await client.subscribeAsync([...sent], { qos });
    return sent.map(() => qos);
  } catch (error) {
    // The library does not export the class of this error; without an answer of the broker it has no packet.
    const granted = (error as { packet?: { granted?: number[] } }).packet?.granted;
    if (!granted) throw error;
    return granted;
  }
}
