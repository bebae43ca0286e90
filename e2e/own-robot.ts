import { deviceCalls, type Device } from '@sweepline/contract';
import { expect, type Page } from '@playwright/test';
import { told } from './session.ts';

/** The demo's robot that is left to the console; at the others somebody may start a run at any moment. */
export const ours = 'J30C0007';

/** That robot, when it is without work and has charge for a run: on its charger, or where its last run was stopped. */
export async function idleRobot(page: Page): Promise<Device> {
  let found: Device | undefined;
  await expect
    .poll(
      async () => {
        const { list } = await told(page, deviceCalls.list, { state: ['ONLINE'] });
        found = list.find(
          ({ sn, live: { runId, mode, soc, mapId } }) =>
            sn === ours &&
            !runId &&
            (mode === 'STANDBY' || mode === 'CHARGING') &&
            (soc ?? 0) > 40 &&
            mapId !== null,
        );
        return found?.sn;
      },
      { timeout: 120_000 },
    )
    .toBeDefined();
  return found!;
}
