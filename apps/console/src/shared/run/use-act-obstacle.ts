import { obstacleTo, type RobotAct } from '@sweepline/contract/robot';
import { listedDevice } from '../robot/listed-device.ts';
import { useLiveDevice } from '../robot/use-live-device.ts';

/** The device as its page has it; undefined until it is read, and for a user who may not read devices. */
export function useListedDevice(id: string | undefined) {
  const { data } = useLiveDevice(id);
  return data && listedDevice(data);
}

/** Why the robot may not begin the act now; undefined if it may, or while that is unknown: the server refuses then. */
export function useActObstacle(act: RobotAct, deviceId: string | undefined, mapId?: string | null) {
  const device = useListedDevice(deviceId);
  return device && obstacleTo(act, device, mapId);
}
