import { topics, type DoorOutcome } from '@sweepline/contract';
import type { ModuleDoorCommand, ModuleReply } from '@sweepline/contract/robot';
import { and, eq, isNull } from 'drizzle-orm';
import { doorRecords } from '../../../entities/places/access-door-table.ts';
import { inScope, type Db } from '../../../platform/db/db.ts';
import type { Bus } from '../../../platform/socket/bus.ts';
import { moduleCommands, moduleReplies } from '../elevators/elevator-channel-service.ts';

interface Deps {
  db: Db;
  bus: Bus;
  log: { error(details: object, message: string): void };
}

export interface DoorRequest {
  recordId: string;
  doorId: string;
  companyId: string;
  moduleId: string;
  command: ModuleDoorCommand;
}

/** How long the module may take to answer, and the door to show the effect. */
const replyMs = 10_000;
const shownMs = 30_000;

/** Sends requests to modules of doors. That a door opened is stored with the state of the door; here a refusal or silence is. */
export function createDoorRunner({ db, bus, log }: Deps) {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  /** Ends a request that the state of its door has not ended. */
  async function end({ recordId, doorId, companyId }: DoorRequest, outcome: DoorOutcome, detail: string) {
    const open = and(eq(doorRecords.id, recordId), isNull(doorRecords.outcome));
    await inScope(db, '*', (tx) => tx.update(doorRecords).set({ outcome, detail }).where(open));
    bus.publish(topics.accessDoors, { changes: [{ id: doorId }] }, { companyId });
  }

  async function carryOut(request: DoorRequest): Promise<void> {
    const { moduleId, command } = request;
    const answered = Promise.withResolvers<ModuleReply>();
    const stop = bus.subscribe(moduleReplies, ({ content }) => {
      if (content.reply.commandId === command.commandId) answered.resolve(content.reply);
    });
    try {
      bus.publish(moduleCommands, { moduleId, command });
      const reply = await Promise.race([answered.promise, after(replyMs, stopping.signal)]);
      if (!reply) return await end(request, 'NO_REPLY', '');
      const { result, code = '', message = '' } = reply;
      if (result !== 'ACCEPTED')
        return await end(request, 'REJECTED', [code, message].filter(Boolean).join(': ').slice(0, 200));
      await after(shownMs, stopping.signal);
      if (!stopping.signal.aborted) await end(request, 'NOT_SHOWN', '');
    } finally {
      stop();
    }
  }

  return {
    start: (request: DoorRequest): void => {
      const work = carryOut(request)
        .catch((error: unknown) =>
          log.error({ error, doorId: request.doorId }, 'a request for a door failed'),
        )
        .finally(() => running.delete(work));
      running.add(work);
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
export type DoorRunner = ReturnType<typeof createDoorRunner>;

/** Resolves after this time, or when the signal aborts. */
const after = (ms: number, signal: AbortSignal): Promise<undefined> =>
  new Promise((done) => {
    const timer = setTimeout(end, ms);
    function end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      done(undefined);
    }
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
