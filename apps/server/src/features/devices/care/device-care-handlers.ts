import { deviceCareCalls, type Relocation } from '@sweepline/contract';
import {
  can,
  hasSqueegee,
  isFilled,
  levelPartsOf,
  partsOf,
  resupplyPhases,
  type Capability,
  type CommandType,
} from '@sweepline/contract/robot';
import { radiansOf } from '@sweepline/map-core';
import { eq } from 'drizzle-orm';
import { answer } from '../../../platform/calls/calls.ts';
import { Refusal, wrongField, type Ctx } from '../../../platform/calls/ctx.ts';
import { find } from '../../../platform/db/page.ts';
import { inShortTransaction, withoutTransaction } from '../../../platform/calls/without-transaction.ts';
import { sentCommand } from '../../../robots-port/recoveries.ts';
import { fromInserted } from '../../../platform/calls/recoveries.ts';
import { commands } from '../../../entities/devices/command-table.ts';
import { devices } from '../../../entities/devices/device-table.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { updateLife, retryLimits, setLimits } from './consumable-limits.ts';
import { listLimitChanges } from './limit-changes.ts';
import { readConsumables } from './consumable-list.ts';
import { sleepMinSocOf } from './sleep-limit.ts';
import { relocations } from '../../../entities/devices/relocation-table.ts';
import { checkMapOfDevices } from '../../../entities/devices/map-device-service.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';

const noRelocation: Relocation = {
  state: 'EXITED',
  mapId: null,
  enteredAt: null,
  enteredBy: '',
  endsAt: null,
  exitedAt: null,
  exitReason: null,
};

/** The device, if its model has the capability, else a refusal. */
async function findCapable(ctx: Ctx, id: string, capability: Capability) {
  const device = await inShortTransaction(ctx, (db) => find(db, devices, id));
  if (!can(device, capability)) throw new Refusal('notSupported');
  return device;
}

interface CareInput {
  id: string;
  reason: string;
}

export const deviceCareAnswers = ({ robots }: { robots: Robots }) => {
  const requestOf = (ctx: Ctx, { id, reason }: CareInput) => ({
    deviceId: id,
    by: ctx.account.username,
    reason,
  });
  const command = (ctx: Ctx, input: CareInput, type: CommandType, params: Record<string, unknown>) =>
    withCallRefusals(robots.commands.sendCommand({ ...requestOf(ctx, input), type, params }));

  return answer(deviceCareCalls, {
    reboot: withoutTransaction(async (ctx, { target, ...input }) => {
      await findCapable(ctx, input.id, 'reboot');
      return await command(ctx, input, 'device.reboot', { target });
    }, sentCommand),

    selfCheck: withoutTransaction(async (ctx, { items, ...input }) => {
      await findCapable(ctx, input.id, 'selfCheck');
      return await command(ctx, input, 'chassis.selfCheck', { items });
    }, sentCommand),

    setParts: withoutTransaction(async (ctx, { parts, autoOffS, ...input }) => {
      const { model } = await findCapable(ctx, input.id, 'parts');
      if (Object.keys(parts).length === 0) throw wrongField('parts', 'REQUIRED');
      const own: readonly string[] = [...levelPartsOf(model), ...(hasSqueegee(model) ? ['squeegee'] : [])];
      if (Object.keys(parts).some((part) => !own.includes(part))) throw new Refusal('notSupported');
      const live = await robots.live(input.id);
      if (live?.run && resupplyPhases.includes(live.run.value.phase)) throw new Refusal('deviceResupplying');
      return await command(ctx, input, 'parts.set', { ...parts, autoOffS });
    }, sentCommand),

    wake: withoutTransaction(async (ctx, input) => {
      await findCapable(ctx, input.id, 'sleep');
      return await withCallRefusals(robots.power.wake(requestOf(ctx, input)));
    }, sentCommand),

    sleep: withoutTransaction(async (ctx, { wakeAt, ...input }) => {
      const device = await findCapable(ctx, input.id, 'sleep');
      if (wakeAt !== undefined && Date.parse(wakeAt) <= ctx.now().getTime())
        throw wrongField('wakeAt', 'NOT_IN_FUTURE');
      const minSoc = await inShortTransaction(ctx, (db) => sleepMinSocOf(db, device));
      return await withCallRefusals(robots.power.sleep({ ...requestOf(ctx, input), wakeAt, minSoc }));
    }, sentCommand),

    relocation: async ({ db }, { id }) => {
      await find(db, devices, id);
      const [row] = await db.select().from(relocations).where(eq(relocations.deviceId, id));
      return row ?? noRelocation;
    },

    enterRelocation: withoutTransaction(async (ctx, { mapId, ...input }) => {
      await findCapable(ctx, input.id, 'relocate');
      if (mapId !== undefined) await checkMapOfDevices(ctx, mapId, [input.id]);
      return await withCallRefusals(robots.relocations.enter({ ...requestOf(ctx, input), mapId }));
    }, sentCommand),

    setPose: withoutTransaction(async (ctx, { x, y, angle, ...input }) => {
      await findCapable(ctx, input.id, 'relocate');
      const theta = radiansOf(angle);
      return await withCallRefusals(robots.relocations.setPose({ ...requestOf(ctx, input), x, y, theta }));
    }, sentCommand),

    place: withoutTransaction(async (ctx, { mapId, x, y, angle, ...input }) => {
      await findCapable(ctx, input.id, 'place');
      await checkMapOfDevices(ctx, mapId, [input.id]);
      const theta = radiansOf(angle);
      return await withCallRefusals(
        robots.relocations.place({ ...requestOf(ctx, input), mapId, x, y, theta }),
      );
    }, sentCommand),

    exitRelocation: withoutTransaction(async (ctx, input) => {
      await findCapable(ctx, input.id, 'relocate');
      return await withCallRefusals(robots.relocations.exit(requestOf(ctx, input)));
    }, sentCommand),

    consumables: ({ db, now }, { id }) => readConsumables(db, id, now()),

    setLimits: async (ctx, input) => {
      await setLimits(ctx, input);
      return await readConsumables(ctx.db, input.id, ctx.now());
    },

    limitChanges: async ({ db }, input) => {
      await find(db, devices, input.id);
      return await listLimitChanges(db, input);
    },

    retryLimits: async (ctx, { id }) => {
      await retryLimits(ctx, id);
      return await readConsumables(ctx.db, id, ctx.now());
    },

    resetConsumable: withoutTransaction(
      async (ctx, { part, lifeHours, ...input }) => {
        const { model } = await findCapable(ctx, input.id, 'consumables');
        if (!partsOf(model).includes(part) || isFilled(part)) throw wrongField('part', 'NOT_A_WEARING_PART');
        const params = { id: part, ...(lifeHours !== undefined && { lifeHours }) };
        const sent = await command(ctx, input, 'consumable.reset', params);
        if (lifeHours !== undefined)
          await inShortTransaction(ctx, (db) => updateLife({ ...ctx, db }, input.id, part, lifeHours));
        return sent;
      },
      fromInserted(commands, async (db, id, { id: deviceId, part, lifeHours }, ctx) => {
        if (lifeHours !== undefined) await updateLife({ ...ctx, db }, deviceId, part, lifeHours);
        return await find(db, commands, id);
      }),
    ),
  });
};
