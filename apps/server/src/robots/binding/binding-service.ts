import { can } from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import {
  bindingCommands,
  lockDevice,
  settleBinding,
  type DeviceRow,
} from '../../features/stock/binding/binding-service.ts';
import { freezeExpired, unfreezeExtended } from '../../features/stock/binding/expiry-service.ts';
import { commands as commandRows } from '../../entities/devices/command-table.ts';
import { devices } from '../../entities/devices/device-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import { isDue, type Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import type { CommandRow, CommandService } from '../commands/command-service.ts';
import type { Log } from '../gateway-options.ts';
import type { Registry } from '../identity/registry.ts';
import type { RunRegistry } from '../runs/run-registry.ts';
import { RobotRefusal } from '../../robots-port/robot-refusal.ts';
import type { RunService } from '../../robots-port/run-requests.ts';

interface BindingDeps {
  db: Db;
  now: Clock;
  bus: Bus;
  log: Log;
  registry: Registry;
  commands: CommandService;
  runs: RunService;
  runRegistry: RunRegistry;
  /** Reloads a device; the change is in force when this resolves. */
  deviceChanged(deviceId: string): Promise<void>;
}

const pollEveryMs = 5_000;
const expiryEveryMs = 15_000;
/** A new command is sent after this time if the robot refused or did not answer. */
const retryAfterMs = 600_000;

/**
 * Carries out the binding stored in a device's row (docs/protocol/README.md#life-of-a-robot). The row is the intent, so a
 * new process continues what the last one began.
 */
export function createBindingService({
  db,
  now,
  bus,
  log,
  registry,
  commands,
  runs,
  runRegistry,
  deviceChanged,
}: BindingDeps) {
  const busy = new Map<string, Promise<void>>();
  let polledMs = 0;
  let expiryCheckedMs = 0;
  let expiring: Promise<void> = Promise.resolve();

  /** Ends the run at the robot before other commands. The command itself ends it on a robot that cannot be reached. */
  const endRun = async (deviceId: string): Promise<void> => {
    const run = runRegistry.of(deviceId);
    if (!run) return;
    await runs.cancel(run.row.id).catch((error: unknown) => {
      if (!(error instanceof RobotRefusal)) throw error;
    });
  };

  const settle = (deviceId: string, command: CommandRow | null) =>
    inScope(db, '*', async (tx) => {
      const device = await lockDevice(tx, deviceId);
      // A newer command replaced this one, or none is pending: this result is too late.
      if (!device || (command && device.bindingCommandId !== command.id)) return;
      const outcome = { withoutRobot: false, robotCleared: command?.result ?? null };
      await settleBinding({ tx, bus, now, by: device.bindingBy }, device, outcome);
    });

  /** Under a new command id, because the robot has already answered the old one. */
  const renewCommandId = async (device: DeviceRow): Promise<DeviceRow> => {
    const bindingCommandId = newId();
    await inScope(db, '*', (tx) =>
      tx.update(devices).set({ bindingCommandId }).where(eq(devices.id, device.id)),
    );
    return { ...device, bindingCommandId };
  };

  const read = (deviceId: string) =>
    inScope(
      db,
      '*',
      async (tx) => {
        const [device] = await tx.select().from(devices).where(eq(devices.id, deviceId));
        const id = device?.bindingCommandId;
        const [command] = id ? await tx.select().from(commandRows).where(eq(commandRows.id, id)) : [];
        return { device, command };
      },
      { readOnly: true },
    );

  const send = async (device: DeviceRow): Promise<void> => {
    const request = bindingCommands[device.binding];
    if (!request || !device.bindingCommandId) return;
    const { id: deviceId, bindingCommandId: id, bindingBy: by, freezeCause, freezeReason } = device;
    const params =
      request.type === 'device.unbind'
        ? { wipe: true }
        : { reason: freezeCause === 'EXPIRED' ? 'EXPIRED' : freezeReason };
    await commands.sendCommand({ id, deviceId, type: request.type, params, by: by || 'system' });
  };

  const continueBinding = async (deviceId: string): Promise<void> => {
    const { device, command } = await read(deviceId);
    const request = device && bindingCommands[device.binding];
    if (!device || !request) return;
    // A vehicle of another maker does not support these commands: only the server's part is carried out.
    if (!can(device, 'freeze')) return await settle(deviceId, null);
    if (!command) return await send(device);
    if (command.status === 'SUCCEEDED') return await settle(deviceId, command);
    if (commands.isOpen(command.id) || command.endedAt === null) return;
    if (now().getTime() - Date.parse(command.endedAt) >= retryAfterMs)
      await send(await renewCommandId(device));
  };

  const step = async (deviceId: string, fresh: boolean): Promise<void> => {
    if (fresh) {
      await deviceChanged(deviceId);
      const { binding } = registry.byId(deviceId) ?? {};
      if (binding === 'FREEZING' || binding === 'UNBINDING') await endRun(deviceId);
    }
    await continueBinding(deviceId);
  };

  /** Serial for each device. A failed step is retried at the next poll. */
  const enqueue = (deviceId: string, fresh: boolean): Promise<void> => {
    const before = busy.get(deviceId) ?? Promise.resolve();
    const queued = before
      .then(() => step(deviceId, fresh))
      .catch((error: unknown) => {
        if (!(error instanceof RobotRefusal))
          log.error({ error, deviceId }, 'a binding could not be carried out');
      })
      .finally(() => busy.get(deviceId) === queued && busy.delete(deviceId));
    busy.set(deviceId, queued);
    return queued;
  };

  const expire = async (): Promise<void> => {
    const ids = await inScope(db, '*', async (tx) => [
      ...(await freezeExpired(tx, bus, now)),
      ...(await unfreezeExtended(tx, bus, now)),
    ]);
    await Promise.all(ids.map((id) => enqueue(id, true)));
  };

  commands.onEnd((row) => {
    const isBindingCommand = Object.values(bindingCommands).some((request) => request?.type === row.type);
    if (row.status === 'SUCCEEDED' && isBindingCommand) void enqueue(row.deviceId, false);
  });

  return {
    /** The binding of a device changed. It is in force on the server when this resolves, and on its way to the robot. */
    carryOut: (deviceId: string): Promise<void> => enqueue(deviceId, true),
    tick(nowMs: number): void {
      if (isDue(expiryCheckedMs, nowMs, expiryEveryMs)) {
        expiryCheckedMs = nowMs;
        expiring = expire().catch((error: unknown) =>
          log.error({ error }, 'devices whose time is up could not be frozen'),
        );
      }
      if (!isDue(polledMs, nowMs, pollEveryMs)) return;
      polledMs = nowMs;
      for (const { deviceId, binding } of registry.all())
        if (bindingCommands[binding] && !busy.has(deviceId)) void enqueue(deviceId, false);
    },
    flush: async (): Promise<void> => {
      await expiring;
      await Promise.all(busy.values());
    },
  };
}
