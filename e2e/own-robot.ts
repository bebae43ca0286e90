import { deviceCalls, type Device } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import { callData } from './session.ts';

/** The demo robot without a local operator; other robots may start runs at any time. */
export const consoleRobotSn = 'J30C0007';

/** Waits until that robot has no run and enough battery, and returns it. */
export async function idleRobot(page: Page): Promise<Device> {
  let robot: Device | undefined;
  await expect
    .poll(
      async () => {
        const { list } = await callData(page, deviceCalls.list, { state: ['ONLINE'] });
        robot = list.find(
          ({ sn, live: { runId, mode, soc, mapId } }) =>
            sn === consoleRobotSn &&
            !runId &&
            (mode === 'STANDBY' || mode === 'CHARGING') &&
            (soc ?? 0) > 40 &&
            mapId !== null,
        );
        return robot?.sn;
      },
      { timeout: 120_000 },
    )
    .toBeDefined();
  return robot!;
}
