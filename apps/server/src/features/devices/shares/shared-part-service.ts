import type { DeviceLive, SharedLive } from '@sweepline/contract';

/** The part of the live state that a receiver sees: position and state, without runs and tasks. */
export const sharedPart = ({ deviceId, connection, mode, battery, position }: DeviceLive): SharedLive => ({
  deviceId,
  connection,
  mode,
  battery,
  position,
});
