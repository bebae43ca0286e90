import { permissions, type customAudioCalls, type Input } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { devices } from '../../../entities/devices/device-table.ts';
import { hasPermission, Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { find } from '../../../platform/db/page.ts';
import { sentCommand } from '../../../robots-port/recoveries.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../robots-port/robots.ts';

export interface PlayNeeds {
  robots: Robots;
}

/** The robot that is to play. A sound is heard where the robot is, so playing is operating it too. */
async function findSpeaker(ctx: Ctx, deviceId: string) {
  if (!hasPermission(ctx.account, permissions.deviceOperate)) throw new Refusal('forbidden');
  const device = await inShortTransaction(ctx, (db) => find(db, devices, deviceId));
  if (!can(device, 'audio')) throw new Refusal('notSupported');
  return { deviceId, by: ctx.account.username };
}

/** Calls that play and stop the sounds of robots. */
export const playing = ({ robots }: PlayNeeds) => ({
  play: withoutTransaction(async (ctx: Ctx, { deviceId, slot }: Input<typeof customAudioCalls.play>) => {
    const speaker = await findSpeaker(ctx, deviceId);
    return await withCallRefusals(
      robots.commands.sendCommand({ ...speaker, type: 'audio.play', params: { slot } }),
    );
  }, sentCommand),

  stop: withoutTransaction(async (ctx: Ctx, { deviceId }: Input<typeof customAudioCalls.stop>) => {
    const speaker = await findSpeaker(ctx, deviceId);
    return await withCallRefusals(
      robots.commands.sendCommand({ ...speaker, type: 'audio.stop', params: {} }),
    );
  }, sentCommand),
});
