import type { Session } from '../sessions/session.ts';

const maxEarlyClears = 10_000;
const keyOf = ({ device }: Session, identity: string) => `${device.deviceId}/${identity}`;

/** Ends that arrived before their alarms: such an alarm ends as soon as it is raised. */
export function createEarlyClears() {
  const clears = new Map<string, string>();
  return {
    note: (session: Session, identity: string, at: string): void => {
      clears.set(keyOf(session, identity), at);
      const [oldest] = clears.keys();
      if (clears.size > maxEarlyClears && oldest !== undefined) clears.delete(oldest);
    },
    of: (session: Session, identity: string) => clears.get(keyOf(session, identity)),
    delete: (session: Session, identity: string): void => void clears.delete(keyOf(session, identity)),
  };
}
