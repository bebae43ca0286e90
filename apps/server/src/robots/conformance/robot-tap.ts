import type { Inbound, Link, LinkEvents } from '../protocol/link.ts';

type Publish = Link['publish'];

const serialNumberOf = (topic: string) => topic.split('/')[3] ?? '';

/**
 * Connects the broker with a conformance test in place of the gateway, for single robots. While a robot is under test the
 * gateway receives none of its messages, and what the gateway sends to it is dropped.
 */
export function createRobotTap(link: Omit<Link, 'url' | 'tlsPorts' | 'close'>) {
  const listeners = new Map<string, (message: Inbound) => void>();
  const ends = new Map<string, () => void>();
  // Hardly ever is a robot under test, and this runs for every message.
  const listenerOf = (topic: string) =>
    listeners.size > 0 ? listeners.get(serialNumberOf(topic)) : undefined;
  const publish: Publish = (topic, payload, options) =>
    listenerOf(topic) ? Promise.resolve() : link.publish(topic, payload, options);
  return {
    /** The link for the gateway. */
    link: { ...link, publish },
    /** The events of the broker for the gateway. */
    events: ({ receive, ...events }: LinkEvents): LinkEvents => ({
      ...events,
      receive: async (message) => {
        const listener = listenerOf(message.topic);
        if (!listener) return await receive(message);
        listener(message);
      },
    }),
    isOpen: (serialNumber: string): boolean => listeners.has(serialNumber),
    /** Ends the test of a robot that another server owns from now on. */
    end: (serialNumber: string): void => {
      listeners.delete(serialNumber);
      ends.get(serialNumber)?.();
      ends.delete(serialNumber);
    },
    /** Gives the messages of a robot to a test, until `onEnded` is called. Returns the functions of the test. */
    open: (serialNumber: string, listener: (message: Inbound) => void, onEnded: () => void) => {
      listeners.set(serialNumber, listener);
      ends.set(serialNumber, onEnded);
      return {
        publish: link.publish,
        disconnect: () => link.disconnect(serialNumber),
        /** Closes the connection too: the robot reconnects and tells the gateway its present state. */
        close: () => {
          // After its end the robot is another server's.
          if (!listeners.delete(serialNumber)) return;
          ends.delete(serialNumber);
          link.disconnect(serialNumber);
        },
      };
    },
  };
}
export type RobotTap = ReturnType<typeof createRobotTap>;
