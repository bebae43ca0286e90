import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Clock } from '../runtime/clock.ts';
import type { Bus } from '../socket/bus.ts';
import type { Cluster } from './cluster.ts';
import { replyChannel, type CallMessage, type ReplyMessage } from './owner-messages.ts';

/** A method that only the owner of a record carries out. Input and output travel as JSON and are parsed with the schemas. */
export interface OwnerMethod<I, O> {
  input: z.ZodType<I>;
  output: z.ZodType<O>;
  /** How long the caller waits for the answer of another server. */
  withinMs: number;
}
export type OwnerMethods = Record<string, OwnerMethod<unknown, unknown>>;
export type InputOf<M> = M extends OwnerMethod<infer I, infer _O> ? I : never;
export type OutputOf<M> = M extends OwnerMethod<infer _I, infer O> ? O : never;
export type Implementation<M extends OwnerMethods> = {
  [K in keyof M]: (input: InputOf<M[K]>) => Promise<OutputOf<M[K]>>;
};

export interface OwnerCallDeps<M extends OwnerMethods> {
  bus: Bus;
  now: Clock;
  cluster: Pick<Cluster, 'id' | 'owns' | 'ownerOf' | 'servers' | 'refresh'>;
  methods: M;
  implementation: Implementation<M>;
  /** Refusals that callers tell apart; any other error is logged by the owner. */
  refusals: { encode(error: unknown): unknown; decode(content: unknown): Error };
  log: Pick<Logger, 'error' | 'warn'>;
}

/** The output of a method that another server carried out, or its refusal. */
export function outputOf<M extends OwnerMethods, K extends keyof M & string>(
  { methods, refusals }: Pick<OwnerCallDeps<M>, 'methods' | 'refusals'>,
  name: K,
  { outcome, content }: ReplyMessage,
): OutputOf<M[K]> {
  if (outcome === 'REFUSED') throw refusals.decode(content);
  if (outcome !== 'DONE') throw new Error(`another server failed in ${name}`);
  return methods[name]!.output.parse(content) as OutputOf<M[K]>;
}

/** Clocks of servers may differ by so much. */
const maxClockDifferenceMs = 5_000;

/**
 * Carries out the method for another server, if this one still owns the record. A call that arrives long after its caller gave up,
 * as from behind a broken network, is ignored: its user was told that it failed.
 */
export async function carryOut<M extends OwnerMethods>(
  deps: OwnerCallDeps<M>,
  call: CallMessage,
): Promise<void> {
  const { id, from, method: name, recordId, untilMs = Infinity } = call;
  if (deps.now().getTime() > untilMs + maxClockDifferenceMs)
    return deps.log.warn({ method: name, recordId }, 'a call of another server arrived too late');
  const answer = (outcome: ReplyMessage['outcome'], content: unknown = null) =>
    deps.bus.publish(replyChannel(from), { id, outcome, content });
  const method = deps.methods[name];
  try {
    if (!method) throw new Error(`no method ${name}`);
    if (recordId !== deps.cluster.id && !deps.cluster.owns(recordId)) return answer('NOT_OWNER');
    answer('DONE', await deps.implementation[name]!(method.input.parse(call.input) as InputOf<M[string]>));
  } catch (error) {
    const refusal = deps.refusals.encode(error);
    if (refusal !== undefined) return answer('REFUSED', refusal);
    deps.log.error({ err: error, method: name, recordId }, 'a call of another server failed');
    answer('FAILED');
  }
}
