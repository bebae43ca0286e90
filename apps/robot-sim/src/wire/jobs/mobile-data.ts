import type { Robot } from '../../robot/robot.ts';

const limitBytes = 100 * 1024 * 1024;

/** Whether these bytes have to wait for Wi-Fi (docs/protocol/files.md#waiting). */
export const waitsForWifi = (robot: Robot, bytes: number, allowMobileData: boolean): boolean =>
  !allowMobileData && bytes > limitBytes && robot.vitals().networkMode !== 'WIFI';
