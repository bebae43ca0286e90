import { commandTypes, type CommandType, type Lane, type XReply } from '@sweepline/contract/robot';
import { and, eq, inArray, lt, max, notInArray } from 'drizzle-orm';
import { commands } from '../features/devices/command-table.ts';
import type { Clock } from '../platform/clock.ts';
import { inScope, type Db, type Tx } from '../platform/db.ts';
import { newId } from '../platform/ids.ts';
import { applyReply, isFinalCommand, openCommandStates, passTime, type CommandRow } from './command-rules.ts';
import type { Downlink } from './downlink.ts';
import type { GatewayTiming, Log } from './gateway-options.ts';
import { RobotRefusal } from './robot-refusal.ts';
import type { Session } from './session.ts';

export interface SendCommand {
  deviceId: string;
  type: CommandType;
  params: Record<string, unknown>;
  by: string;
}

interface CommandServiceDeps {
  db: Db;
  now: Clock;
  log: Log;
  timing: GatewayTiming;
  downlink: Downlink;
  sessionOf(deviceId: string): Session | undefined;
}

/** Commands and what becomes of them (2.1.2). One of a lane runs at a time; the next is sent when it has ended. */
export function openCommandService({ db, now, log, timing, downlink, sessionOf }: CommandServiceDeps) {
  /** Not final yet, by id, in the order of creation. */
  const open = new Map<string, CommandRow>();
  const waiters = new Map<string, (row: CommandRow) => void>();
  let writing: Promise<void> = Promise.resolve();

  const publish = (row: CommandRow, session: Session) =>
    downlink.send(session, 'xCommand', {
      commandId: row.id,
      type: row.type,
      lane: row.lane,
      laneSeq: row.laneSeq,
      issuedAt: row.createdAt,
      ttlMs: row.ttlMs,
      timeoutMs: row.timeoutMs,
      attempt: Math.min(6, row.attempts),
      serverTime: now().toISOString(),
      params: row.params,
    });

  const changeIn = async (tx: Tx, row: CommandRow, patch: Partial<CommandRow>): Promise<void> => {
    const { id: _, ...columns } = patch;
    await tx.update(commands).set(columns).where(eq(commands.id, row.id));
  };

  const remember = (row: CommandRow): void => {
    if (!isFinalCommand(row.status)) return void open.set(row.id, row);
    open.delete(row.id);
    waiters.get(row.id)?.(row);
    waiters.delete(row.id);
  };

  const change = (row: CommandRow, patch: Partial<CommandRow>): CommandRow => {
    const next = { ...row, ...patch };
    remember(next);
    writing = writing
      .then(() => inScope(db, '*', (tx) => changeIn(tx, next, patch)))
      .catch((error: unknown) => log.error({ error, command: row.id }, 'a command could not be written'));
    return next;
  };

  const send = (row: CommandRow, session: Session): void => {
    const sent = change(row, { status: 'SENT', attempts: row.attempts + 1, sentAt: now().toISOString() });
    void publish(sent, session);
  };

  const laneBusy = (row: CommandRow) =>
    [...open.values()].some(
      (it) =>
        it.deviceId === row.deviceId &&
        it.lane === row.lane &&
        it.laneSeq < row.laneSeq &&
        it.status !== 'QUEUED',
    );

  /** The next number of a lane; the database's unique index settles it between processes. */
  const nextLaneSeq = async (tx: Tx, deviceId: string, lane: Lane) => {
    const [last] = await tx
      .select({ seq: max(commands.laneSeq) })
      .from(commands)
      .where(and(eq(commands.deviceId, deviceId), eq(commands.lane, lane)));
    return (last?.seq ?? 0) + 1;
  };

  /**
   * What the server asked by itself is nobody's command: once ended it is kept only while its lane's next number hangs on
   * it, or a page left open would write a row a minute for ever.
   */
  const forgetOwn = (tx: Tx, { deviceId, lane, laneSeq }: CommandRow) =>
    tx
      .delete(commands)
      .where(
        and(
          eq(commands.deviceId, deviceId),
          eq(commands.lane, lane),
          eq(commands.by, ''),
          lt(commands.laneSeq, laneSeq),
          notInArray(commands.status, [...openCommandStates]),
        ),
      );

  const create = ({ deviceId, type, params, by }: SendCommand, session: Session) =>
    inScope(db, '*', async (tx) => {
      const rule = commandTypes[type];
      const createdMs = now().getTime();
      const row: CommandRow = {
        id: newId(),
        companyId: session.device.companyId,
        deviceId,
        type,
        lane: rule.lane,
        laneSeq: await nextLaneSeq(tx, deviceId, rule.lane),
        class: rule.class,
        params,
        status: 'QUEUED',
        code: '',
        message: '',
        result: null,
        attempts: 0,
        ttlMs: rule.ttlMs,
        timeoutMs: rule.timeoutMs,
        late: false,
        by,
        createdAt: new Date(createdMs).toISOString(),
        sentAt: null,
        acceptedAt: null,
        endedAt: null,
        expiresAt: new Date(createdMs + rule.ttlMs).toISOString(),
      };
      await tx.insert(commands).values(row);
      await forgetOwn(tx, row);
      return row;
    });

  /** One creation at a time, so that two of one lane do not take the same number. */
  let creating: Promise<unknown> = Promise.resolve();

  const step = (row: CommandRow, nowMs: number): void => {
    const session = sessionOf(row.deviceId);
    if (!session) return;
    const doing = passTime(row, nowMs, session.liveness.state === 'ONLINE', timing.commandResendMs);
    if (doing?.do === 'CHANGE') change(row, doing.patch);
    else if (doing?.do === 'SEND' && (row.status === 'SENT' || !laneBusy(row))) send(row, session);
  };

  const sendCommand = async (input: SendCommand): Promise<CommandRow> => {
    const session = sessionOf(input.deviceId);
    const online = session?.liveness.state === 'ONLINE';
    const refused = !session || (!online && commandTypes[input.type].class === 'INTERACTIVE');
    if (refused) throw new RobotRefusal('OFFLINE');
    if (!session.vendor && online) throw new RobotRefusal('UNSUPPORTED');
    const made = creating.then(() => create(input, session));
    creating = made.catch(() => {});
    const row = await made;
    open.set(row.id, row);
    step(row, now().getTime());
    return open.get(row.id) ?? row;
  };

  return {
    /** Stored and on its way, or waiting for the device. Refused `OFFLINE` when it cannot wait. */
    sendCommand,
    /** The same, and its end: at the latest after `withinMs`, with the row as it then is. */
    sendAndWait: async (input: SendCommand, withinMs = timing.interactiveMs): Promise<CommandRow> => {
      const row = await sendCommand(input);
      if (isFinalCommand(row.status)) return row;
      return await new Promise((done) => {
        const timer = setTimeout(() => {
          waiters.delete(row.id);
          done(open.get(row.id) ?? row);
        }, withinMs);
        waiters.set(row.id, (ended) => {
          clearTimeout(timer);
          done(ended);
        });
      });
    },
    cancel: (commandId: string): void => {
      const row = open.get(commandId);
      if (!row || (row.status !== 'QUEUED' && row.status !== 'SENT')) throw new RobotRefusal('WRONG_STATE');
      change(row, { status: 'CANCELED', endedAt: now().toISOString() });
      if (row.status === 'SENT')
        void sendCommand({
          deviceId: row.deviceId,
          type: 'command.cancel',
          params: { commandId },
          by: row.by,
        }).catch(() => {});
    },
    /** A reply that is not final: nobody repeats it, so it may be written later. */
    progress(deviceId: string, reply: XReply): void {
      const row = open.get(reply.commandId);
      if (row?.deviceId !== deviceId) return;
      const patch = applyReply(row, reply, now().toISOString());
      if (patch) change(row, patch);
    },
    /** A final reply, inside the transaction that remembers the message. */
    final: async (tx: Tx, deviceId: string, reply: XReply, at: string): Promise<void> => {
      const [row] = await tx
        .select()
        .from(commands)
        .where(and(eq(commands.id, reply.commandId), eq(commands.deviceId, deviceId)));
      const known = open.get(reply.commandId) ?? row;
      const patch = known?.deviceId === deviceId && applyReply(known, reply, at);
      if (!known || !patch) return;
      await changeIn(tx, known, patch);
      tx.afterCommit(() => remember({ ...known, ...patch }));
    },
    load: async (): Promise<void> => {
      const rows = await inScope(
        db,
        '*',
        (tx) =>
          tx
            .select()
            .from(commands)
            .where(inArray(commands.status, [...openCommandStates]))
            .orderBy(commands.createdAt),
        { readOnly: true },
      );
      for (const row of rows) open.set(row.id, row);
    },
    tick(nowMs: number): void {
      for (const row of open.values()) step(row, nowMs);
    },
    flush: () => writing,
  };
}
export type CommandService = ReturnType<typeof openCommandService>;
