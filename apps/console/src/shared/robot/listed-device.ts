import { deviceChangeOf, type Device, type deviceCalls, type Output } from '@sweepline/contract';

/** The row of the device list for a device, by the live state of its page. */
export const listedDevice = ({
  device,
  live,
  openAlarms,
}: Output<(typeof deviceCalls)['detail']>): Device => {
  const { id: _, ...change } = deviceChangeOf(live, Math.max(0, ...openAlarms.map(({ level }) => level)));
  return { ...device, live: change };
};
