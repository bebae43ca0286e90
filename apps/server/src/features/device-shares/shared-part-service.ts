import type { DeviceLive, SharedLive } from '@sweepline/contract';

/** What a receiver sees of a device: its place and state, and nothing of what it does for whom. */
export const sharedPart = ({ deviceId, connection, mode, battery, position }: DeviceLive): SharedLive => ({
  deviceId,
  connection,
  mode,
  battery,
  position,
});
