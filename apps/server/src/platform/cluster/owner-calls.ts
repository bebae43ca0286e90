import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../runtime/ids.ts';
import { callChannel, replyChannel, type CallMessage, type ReplyMessage } from './owner-messages.ts';
import {
  carryOut,
  outputOf,
  type InputOf,
  type OutputOf,
  type OwnerCallDeps,
  type OwnerMethods,
} from './owner-method.ts';

/** The owner gave no answer. `wasSent`: whether it may have carried out the method all the same. */
export class OwnerSilent extends Error {
  readonly wasSent: boolean;
  constructor(wasSent: boolean) {
    super(wasSent ? 'the owner did not answer' : 'the record has no owner');
    this.wasSent = wasSent;
  }
}

const lookEveryMs = 200;

/**
 * Calls of methods at the server that owns a record, from any server. The owner is looked up at the time of the call; a server
 * that is not the owner any more carries out nothing, and then the call goes to the new owner once. Rejects with the refusal of
 * the method, or with `OwnerSilent`.
 */
export function createOwnerCalls<M extends OwnerMethods>(deps: OwnerCallDeps<M>) {
  const { bus, now, cluster, methods, implementation } = deps;
  const waiting = new Map<string, (reply: ReplyMessage) => void>();
  const stops = [
    bus.subscribe(callChannel(cluster.id), ({ content }) => void carryOut(deps, content)),
    bus.subscribe(replyChannel(cluster.id), ({ content }) => waiting.get(content.id)?.(content)),
  ];

  /** The answer of a server; undefined if it cannot come, because the server is not in charge any more or the time is over. */
  const ask = async (
    server: string,
    isInCharge: () => boolean,
    message: Omit<CallMessage, 'id' | 'from' | 'untilMs'>,
    untilMs: number,
  ): Promise<ReplyMessage | undefined> => {
    const id = newId();
    const answered = Promise.withResolvers<ReplyMessage | undefined>();
    waiting.set(id, answered.resolve);
    const look = setInterval(() => {
      if (performance.now() > untilMs || !isInCharge()) answered.resolve(undefined);
    }, lookEveryMs);
    try {
      const leftMs = untilMs - performance.now();
      const end = { untilMs: now().getTime() + leftMs };
      bus.publish(callChannel(server), { id, from: cluster.id, ...message, ...end });
      return await answered.promise;
    } finally {
      clearInterval(look);
      waiting.delete(id);
    }
  };

  /** The owner, as soon as a beat of this server finds one. Many calls may wait, so they cause no reads of their own. */
  const findOwner = async (recordId: string, untilMs: number): Promise<string | undefined> => {
    while (cluster.ownerOf(recordId) === undefined && performance.now() < untilMs) await pause(lookEveryMs);
    return cluster.ownerOf(recordId);
  };

  return {
    /** Calls a method at the owner of the record. */
    call: async <K extends keyof M & string>(
      name: K,
      recordId: string,
      input: InputOf<M[K]>,
    ): Promise<OutputOf<M[K]>> => {
      const untilMs = performance.now() + methods[name]!.withinMs;
      let wasSent = false;
      for (let attempt = 0; attempt < 2; attempt += 1) {
        if (cluster.owns(recordId)) return await implementation[name](input);
        const owner = await findOwner(recordId, untilMs);
        if (owner === undefined) break;
        const isInCharge = () => cluster.ownerOf(recordId) === owner;
        const reply = await ask(owner, isInCharge, { method: name, recordId, input }, untilMs);
        if (reply && reply.outcome !== 'NOT_OWNER') return outputOf(deps, name, reply);
        wasSent ||= !reply;
        if (performance.now() > untilMs) break;
        await cluster.refresh();
      }
      throw new OwnerSilent(wasSent);
    },

    /** Calls a method at every server, this one included. Returns what those that answered said. */
    callAll: async <K extends keyof M & string>(name: K, input: InputOf<M[K]>): Promise<OutputOf<M[K]>[]> => {
      const untilMs = performance.now() + methods[name]!.withinMs;
      const callOther = async (id: string) => {
        const isInCharge = () => cluster.servers().some((it) => it.id === id);
        const reply = await ask(id, isInCharge, { method: name, recordId: id, input }, untilMs);
        return reply ? [outputOf(deps, name, reply)] : [];
      };
      const others = cluster.servers().filter(({ id }) => id !== cluster.id);
      const answers = await Promise.all(others.map(({ id }) => callOther(id)));
      return [await implementation[name](input), ...answers.flat()];
    },

    close: () => stops.forEach((stop) => stop()),
  };
}
