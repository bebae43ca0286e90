import type { Robots } from '../../../robots-port/robots.ts';

export type BrokerNames = Pick<Robots, 'keepsDots'>;

/** Whether a robot of this serial number or manufacturer is reached: some brokers make more levels of a dot, or refuse it. */
export const isRoutable = ({ keepsDots }: BrokerNames, name: string): boolean =>
  !name.includes('.') || keepsDots() !== false;
