import type { Inbound, Link, LinkEvents } from '../protocol/link.ts';

type Publish = Link['publish'];

const serialNumberOf = (topic: string) => topic.split('/')[3] ?? '';

/**
 * Connects the broker with a conformance test in place of the gateway, for single robots. While a robot is under test the
 * gateway receives none of its messages, and what the gateway sends to it is dropped.
 */
export function createRobotTap(link: Omit<Link, 'url' | 'tlsPorts' | 'close'>) {
  const listeners = new Map<string, (message: Inbound) => void>();
  const publish: Publish = (topic, payload, options) =>
    listeners.has(serialNumberOf(topic)) ? Promise.resolve() : link.publish(topic, payload, options);
  return {
    /** The link for the gateway. */
    link: { ...link, publish },
    /** The events of the broker for the gateway. */
    events: ({ receive, ...events }: LinkEvents): LinkEvents => ({
      ...events,
      receive: async (message) => {
        const listener = listeners.get(serialNumberOf(message.topic));
        if (listener) listener(message);
        else await receive(message);
      },
    }),
    isOpen: (serialNumber: string): boolean => listeners.has(serialNumber),
    /** Gives the messages of a robot to a test. Returns the functions of the test. */
    open: (serialNumber: string, listener: (message: Inbound) => void) => {
      listeners.set(serialNumber, listener);
      return {
        publish: link.publish,
        disconnect: () => link.disconnect(serialNumber),
        /** Closes the connection too: the robot reconnects and tells the gateway its present state. */
        close: () => {
          listeners.delete(serialNumber);
          link.disconnect(serialNumber);
        },
      };
    },
  };
}
export type RobotTap = ReturnType<typeof createRobotTap>;
