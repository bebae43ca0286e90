import { deviceCalls, permissions, runCalls, taskCalls, type Call, type Device } from '@sweepline/contract';
import type { DailyAct, DailyRobot } from '@sweepline/contract/robot';
import type { IconName } from '../../kit/ui/icons.ts';

/** A row of the device list or a hit of the search. */
export type DailyDevice = DailyRobot & Pick<Device, 'id' | 'nickname' | 'sn'>;

/** How each act looks, its key on a row or a page, and who may order it. */
export const dailyActLooks: Readonly<
  Record<DailyAct, { icon: IconName; letter: string; allow: Call['allow'] }>
> = {
  clean: { icon: 'clean', letter: 'c', allow: taskCalls.cleanNow.allow },
  pause: { icon: 'pause', letter: 'p', allow: runCalls.pause.allow },
  resume: { icon: 'play', letter: 'p', allow: runCalls.resume.allow },
  stop: { icon: 'stop', letter: 's', allow: runCalls.stop.allow },
  charge: { icon: 'bolt', letter: 'h', allow: deviceCalls.charge.allow },
  camera: { icon: 'camera', letter: 'v', allow: permissions.deviceList },
  locate: { icon: 'locate', letter: 'l', allow: deviceCalls.locate.allow },
};
