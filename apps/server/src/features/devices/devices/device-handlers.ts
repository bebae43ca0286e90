import { deviceCalls, type Device, type DeviceLive } from '@sweepline/contract';
import { can, capabilitiesOf, isModel } from '@sweepline/contract/robot';
import { and, desc, eq, isNull } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal } from '../../../platform/calls/ctx.ts';
import { checkVersion, find, visible } from '../../../platform/db/page.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { sentCommand, startedRunId } from '../../../robots-port/recoveries.ts';
import { announceDevice, newCredential } from '../identity/credential-service.ts';
import { presentCertificate, revokeCertificates } from '../identity/device-certificate-service.ts';
import { alarms } from '../../../entities/alarms/alarm-table.ts';
import { listDevices, listTags, summarise } from './device-list.ts';
import { deviceLives } from '../../../entities/devices/device-live-table.ts';
import { driveToCharger, driveToPoint } from './device-drive.ts';
import { registerDevice } from './device-register.ts';
import { checkSite, isOnline, readDevice, unseenLive } from './device-service.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';

const needsPosition: readonly string[] = ['navigate', 'clean', 'charge', 'promote'];

/** A third-party vehicle is known by what it reports: without a position there is no order for it. */
const offeredCapabilities = (device: Device, live: DeviceLive): string[] =>
  capabilitiesOf(device).filter(
    (it) => isModel(device.model) || live.position !== null || !needsPosition.includes(it),
  );

export const deviceAnswers = ({ robots }: { robots: Robots }) =>
  answer(deviceCalls, {
    list: ({ db, now }, input) => listDevices(db, input, now()),

    tags: async ({ db }, { keyword }) => ({ list: await listTags(db, keyword) }),

    summary: ({ db }) => summarise(db),

    detail: async ({ db }, { id }) => {
      const [device, lives, certificate, openAlarms] = await Promise.all([
        readDevice(db, id),
        db.select({ live: deviceLives.live }).from(deviceLives).where(eq(deviceLives.id, id)),
        presentCertificate(db, id),
        db
          .select()
          .from(alarms)
          .where(and(eq(alarms.deviceId, id), isNull(alarms.clearedAt), visible(db, alarms)))
          .orderBy(desc(alarms.level), desc(alarms.raisedAt))
          .limit(50),
      ]);
      const live = (await robots.live(id)) ?? lives[0]?.live ?? unseenLive(id);
      return {
        device,
        live,
        openAlarms,
        capabilities: offeredCapabilities(device, live),
        certificateUntil: certificate?.notAfter,
      };
    },

    register: (ctx, input) => registerDevice(ctx, input, robots),

    update: async ({ db, account, now, services }, { id, version, ...change }) => {
      const device = await find(db, devices, id, { lock: true });
      checkVersion(device, version);
      await checkSite(db, device.companyId, change.siteId);
      const stamp = { version: version + 1, updatedAt: now().toISOString(), updatedBy: account.username };
      await db
        .update(devices)
        .set({ ...change, ...stamp })
        .where(eq(devices.id, id));
      db.afterCommit(() => announceDevice(services.bus, id));
      return await readDevice(db, id);
    },

    renewSecret: async ({ db, account, now, services }, { id }) => {
      const { sn } = await find(db, devices, id, { lock: true });
      const { secret, secretHash } = newCredential();
      await db
        .update(devices)
        .set({ secretHash, updatedAt: now().toISOString(), updatedBy: account.username })
        .where(eq(devices.id, id));
      await revokeCertificates(db, now, id);
      db.afterCommit(() => announceDevice(services.bus, id));
      return { username: sn, password: secret };
    },

    remove: async ({ db, services }, { id }) => {
      const { binding } = await find(db, devices, id, { lock: true });
      // The row of a void serial number remains, because it prevents the reuse of the number.
      if (binding === 'VOID') throw new Refusal('wrongState');
      if (await isOnline(db, id)) throw new Refusal('onlineDevice');
      await db.delete(devices).where(eq(devices.id, id));
      db.afterCommit(() => announceDevice(services.bus, id));
      return {};
    },

    navigate: withoutTransaction((ctx, { id, ...goal }) => driveToPoint(ctx, robots, id, goal), startedRunId),

    charge: withoutTransaction(
      (ctx, { id, withoutZones }) => driveToCharger(ctx, robots, id, withoutZones),
      startedRunId,
    ),

    locate: withoutTransaction(async (ctx, { id, seconds, reason }) => {
      const device = await inShortTransaction(ctx, (db) => find(db, devices, id));
      if (!can(device, 'locate')) throw new Refusal('notSupported');
      const command = {
        deviceId: id,
        type: 'locate',
        params: { seconds },
        by: ctx.account.username,
        reason,
      } as const;
      return await withCallRefusals(robots.commands.sendCommand(command));
    }, sentCommand),

    rotateCredential: withoutTransaction(async (ctx, { id, reason }) => {
      const certificate = await inShortTransaction(ctx, async (db) => {
        await find(db, devices, id);
        return await presentCertificate(db, id);
      });
      if (!certificate) throw new Refusal('noCertificate');
      const by = ctx.account.username;
      const command = { deviceId: id, type: 'device.rotateCredential', params: {}, by, reason } as const;
      return await withCallRefusals(robots.commands.sendCommand(command));
    }, sentCommand),
  });
