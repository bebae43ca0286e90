import { deviceSettingCalls, type Input } from '@sweepline/contract';
import { can } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, type Ctx } from '../../../platform/calls/ctx.ts';
import { changedMeanwhile, find } from '../../../platform/db/page.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { sentCommand } from '../../../robots-port/recoveries.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { desireSettings, settingsOf } from './device-settings-service.ts';
import { refuseFaults } from './setting-refusal.ts';
import { listChanges, readSettings } from './settings-read.ts';
import { settleConflict } from './settings-settle.ts';
import { announceSections, changeSection, settingsSection } from './section-service.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';

/** A device with settings in the caller's scope, locked until the transaction ends. */
async function lockConfigurable({ db }: Pick<Ctx, 'db'>, id: string) {
  const device = await find(db, devices, id, { lock: true });
  if (!can(device, 'settings')) throw new Refusal('notSupported');
  return device;
}

/** Refuses an update of a version that changed meanwhile, on the server or at the robot. */
async function checkSettings({ db }: Pick<Ctx, 'db'>, id: string, version: number): Promise<void> {
  const now = (await settingsOf(db, [id])).get(id);
  if (!now || now.version === version) return;
  const who = now.changedBy || (await find(db, devices, id)).nickname;
  throw changedMeanwhile(who, now.changedAt);
}

async function update(ctx: Ctx, input: Input<(typeof deviceSettingCalls)['update']>) {
  const { db, now, services, account } = ctx;
  const { id, version, values, rotation } = input;
  await lockConfigurable(ctx, id);
  await checkSettings(ctx, id, version);
  if (rotation !== undefined)
    await db.update(devices).set({ mapRotation: rotation }).where(eq(devices.id, id));
  if (Object.keys(values).length > 0) {
    const desire = { values, origin: 'CLOUD', by: account.username } as const;
    const results = await desireSettings({ db, now, bus: services.bus }, [id], desire);
    refuseFaults(results.get(id));
  }
  return await readSettings(db, id);
}

export const deviceSettingAnswers = ({ robots }: { robots: Robots }) =>
  answer(deviceSettingCalls, {
    detail: async ({ db }, { id }) => {
      const device = await find(db, devices, id);
      if (!can(device, 'settings')) throw new Refusal('notSupported');
      return await readSettings(db, id);
    },

    update,

    restoreDefaults: withoutTransaction(async (ctx, { id }) => {
      const device = await inShortTransaction(ctx, (db) => find(db, devices, id));
      if (!can(device, 'restore')) throw new Refusal('notSupported');
      const by = ctx.account.username;
      const command = { deviceId: id, type: 'settings.restoreDefaults', params: {}, by } as const;
      return await withCallRefusals(robots.commands.sendCommand(command));
    }, sentCommand),

    retry: async (ctx, { id }) => {
      const { db, now, services } = ctx;
      const device = await lockConfigurable(ctx, id);
      const before = (await settingsOf(db, [id])).get(id);
      if (before?.syncState !== 'SYNC_FAILED') throw new Refusal('wrongState');
      await changeSection({ db, now, bus: services.bus }, device, settingsSection, { kind: 'retried' });
      db.afterCommit(() => announceSections(services.bus, id));
      return await readSettings(db, id);
    },

    settle: async (ctx, input) => {
      await lockConfigurable(ctx, input.id);
      await checkSettings(ctx, input.id, input.version);
      await settleConflict(ctx, input);
      return await readSettings(ctx.db, input.id);
    },

    changes: async ({ db }, input) => {
      await find(db, devices, input.id);
      return await listChanges(db, input);
    },
  });
