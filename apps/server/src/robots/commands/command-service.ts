import {
  can,
  capabilityOfCommand,
  capabilityOfStream,
  commandTypes,
  type VendorCapability,
  type XReply,
} from '@sweepline/contract/robot';
import { eq } from 'drizzle-orm';
import { commands } from '../../entities/devices/command-table.ts';
import type { Bus } from '../../platform/socket/bus.ts';
import type { Clock } from '../../platform/runtime/clock.ts';
import { inScope, type Db, type Tx } from '../../platform/db/db.ts';
import {
  applyReply,
  commandMessage,
  isFinalCommand,
  isLaneBusy,
  stepAt,
  type CommandRow,
} from './command-rules.ts';
import { cancelRow, createCommand } from './command-rows.ts';
import { checkTransfer } from './transfer-checks.ts';
import { changeIn, createOpenCommands, publishCommand } from './open-commands.ts';
import type { Downlink } from '../sessions/downlink.ts';
import type { GatewayTiming, Log } from '../gateway-options.ts';
import type { RobotOwnership } from '../identity/registry.ts';
import { isOwn, type RunOwner } from '../runs/run-registry.ts';
import { vehicleOf, type Session } from '../sessions/session.ts';
import { recordReset } from '../care/reset-record.ts';
import { foreignId, refusalOf, type IdRefusal } from '../intake/uplink-refusals.ts';
import type { SendCommand } from '../../robots-port/robots.ts';
import { RobotRefusal } from '../../robots-port/robot-refusal.ts';

export type { CommandRow } from './command-rules.ts';

interface CommandServiceDeps extends RobotOwnership {
  db: Db;
  now: Clock;
  bus: Bus;
  log: Log;
  timing: GatewayTiming;
  downlink: Downlink;
  sessionOf(deviceId: string): Session | undefined;
}

/** What a robot must declare for a command. */
function capabilityFor({ type, params }: SendCommand): VendorCapability[] {
  const stream = type === 'stream.open' ? capabilityOfStream[String(params['kind'])] : undefined;
  const needed = stream ?? capabilityOfCommand[type];
  return needed ? [needed] : [];
}

/**
 * Commands and their status (docs/protocol/commands.md#life-of-a-command). One command of a lane runs at a time; the next
 * is sent when it ends.
 */
export function createCommandService(deps: CommandServiceDeps) {
  const { db, now, bus, timing, downlink, sessionOf } = deps;
  const open = createOpenCommands(deps);

  // Checked when the message leaves the queue: the command may have expired, ended or been canceled in the queue.
  const publish = ({ id }: CommandRow, session: Session) =>
    downlink.send(session, 'xCommand', () => commandMessage(open.get(id), now().getTime()));

  const send = (row: CommandRow, session: Session): void => {
    const at = now().toISOString();
    const times = { sentAt: row.sentAt ?? at, lastSentAt: at };
    const sent = open.change(row, { status: 'SENT', attempts: row.attempts + 1, ...times });
    void publish(sent, session);
  };

  /** One creation at a time, so that two commands of a lane get different numbers. */
  let creating: Promise<unknown> = Promise.resolve();

  const create = (input: SendCommand, { device }: Session): Promise<CommandRow> => {
    const created = creating.then(() =>
      inScope(db, '*', async (tx) => {
        await checkTransfer(tx, device, input.type, input.params);
        return await createCommand(tx, input, device.companyId, now().getTime());
      }),
    );
    creating = created.catch(() => {});
    return created;
  };

  const step = (row: CommandRow, nowMs: number): void => {
    const session = sessionOf(row.deviceId);
    const online = session?.liveness.state === 'ONLINE';
    const due = stepAt(row, nowMs, online, timing.commandResendMs);
    if (due?.do === 'CHANGE') open.change(row, due.patch);
    else if (due?.do === 'SEND' && session && (row.status === 'SENT' || !isLaneBusy(row, open.values())))
      send(row, session);
  };

  const sendCommand = async (input: SendCommand): Promise<CommandRow> => {
    const session = sessionOf(input.deviceId);
    const online = session?.liveness.state === 'ONLINE';
    const refused = !session || (!online && commandTypes[input.type].class === 'INTERACTIVE');
    if (refused) throw new RobotRefusal('OFFLINE');
    const isDeclared = capabilityFor(input).every((capability) => can(vehicleOf(session), capability));
    if ((!session.vendor && online) || !isDeclared) throw new RobotRefusal('UNSUPPORTED');
    const row = await create(input, session);
    open.update(row);
    publishCommand(bus, row);
    step(row, now().getTime());
    return open.get(row.id) ?? row;
  };

  return {
    /** Stores and sends the command, or queues it for the device. Refused with `OFFLINE` if it cannot wait. */
    sendCommand,
    /** As `sendCommand`, and waits for the end, at most `withinMs`. Returns the row as it then is. */
    sendAndWait: async (input: SendCommand, withinMs = timing.interactiveMs): Promise<CommandRow> => {
      const row = await sendCommand(input);
      if (isFinalCommand(row.status)) return row;
      return await open.untilEnd(row, withinMs);
    },
    /** Cancels before the robot accepts; the database decides between the user and the robot. */
    cancel: async (commandId: string, by: string): Promise<CommandRow> => {
      const { status } = open.get(commandId) ?? {};
      if (status !== 'QUEUED' && status !== 'SENT') throw new RobotRefusal('WRONG_STATE');
      await open.flush();
      const canceled = await inScope(db, '*', (tx) => cancelRow(tx, commandId, by, now().toISOString()));
      if (!canceled) throw new RobotRefusal('WRONG_STATE');
      open.update(canceled);
      publishCommand(bus, canceled);
      const { deviceId } = canceled;
      if (canceled.attempts > 0)
        void sendCommand({ deviceId, type: 'command.cancel', params: { commandId }, by }).catch(() => {});
      return canceled;
    },
    /** The server's clock was set back: the age of what waits is unknown, so interactive commands end. */
    clockSetBack(): void {
      const endedAt = now().toISOString();
      const isWaiting = (row: CommandRow) => row.status === 'QUEUED' || row.status === 'SENT';
      for (const row of [...open.values()])
        if (row.class === 'INTERACTIVE' && isWaiting(row))
          open.change(row, { status: 'EXPIRED', code: 'EXPIRED', endedAt });
    },
    isOpen: (commandId: string): boolean => open.get(commandId) !== undefined,
    /** Cancels the commands of a device that left the company; they are not sent again. */
    abandon(deviceId: string): void {
      const endedAt = now().toISOString();
      for (const row of [...open.values()])
        if (row.deviceId === deviceId) open.change(row, { status: 'CANCELED', code: 'CANCELED', endedAt });
    },
    /** Calls the listener after each stored end of a command, and again if the robot's own end arrives late. */
    onEnd: open.onEnd,
    /** Handles a reply that is not final. It is not durable, so it may be written later. */
    progress(device: RunOwner, reply: XReply): IdRefusal | undefined {
      const row = open.get(reply.commandId);
      // A final command needs no progress.
      if (!row) return undefined;
      if (!isOwn(row, device)) return foreignId('commandId', row.id);
      const patch = applyReply(row, reply, now().toISOString());
      if (patch) open.change(row, patch);
      return undefined;
    },
    /** Handles a final reply, in the transaction that stores the message. */
    final: async (tx: Tx, device: RunOwner, reply: XReply, at: string): Promise<IdRefusal[]> => {
      const [row] = await tx.select().from(commands).where(eq(commands.id, reply.commandId)).for('update');
      const current = open.get(reply.commandId) ?? row;
      const refusal = refusalOf(current, device, 'commandId', reply.commandId);
      if (!current || refusal) return refusal ? [refusal] : [];
      const patch = applyReply(current, reply, at, now().toISOString());
      if (!patch) return [];
      if (!(await changeIn(tx, current, patch))) return [foreignId('commandId', current.id)];
      await recordReset(tx, { ...current, ...patch }, at);
      tx.afterCommit(() => {
        open.update({ ...current, ...patch });
        publishCommand(bus, { ...current, ...patch });
      });
      return [];
    },
    load: open.load,
    forget: open.forget,
    tick(nowMs: number): void {
      for (const row of open.values()) step(row, nowMs);
    },
    flush: open.flush,
  };
}
export type CommandService = ReturnType<typeof createCommandService>;
