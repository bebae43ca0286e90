import {
  errors,
  onlyReads,
  storableText,
  type Call,
  type Calls,
  type Input,
  type Output,
  urlOf,
} from '@sweepline/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { auditEntry, type Occasion } from './audit.ts';
import { sendBytes, type BytesAnswer } from './bytes.ts';
import { checkRights, readInput, recognise, type CallDeps } from './call-steps.ts';
import type { Ctx } from './ctx.ts';
import { within } from './deadline.ts';
import { languageOf, refused } from './envelope.ts';
import { perform } from './perform.ts';
import { isWaiting } from './waiting.ts';
import type { Uploads } from './input.ts';
import { isTransport, refusalOf } from './thrown.ts';
import { checkingSerialiser, compiledSerialiser, type Serialiser } from './serialise.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of calls: whether the body is multipart; it is JSON otherwise. */
    multipart?: boolean;
  }
}

export type Handlers<C extends Calls> = {
  [K in keyof C]: (ctx: Ctx, input: Input<C[K]>, uploads: Uploads) => Promise<Output<C[K]>>;
};

/** Ties handlers to their calls. A call without a handler, or a handler answering the wrong shape, does not compile. */
export const answer = <C extends Calls>(calls: C, handlers: Handlers<C>) =>
  Object.entries(calls).map(([name, call]) => ({
    call,
    // Each handler stands under the name of its call; the table forgets which.
    handler: handlers[name] as unknown as Handlers<Calls>[string],
  }));
export type Answers = ReturnType<typeof answer>;
type Handler = Answers[number]['handler'];

/** Routes for all calls: session → permission → input → handler in its transaction → answer as the contract names it. */
export function registerCalls(app: FastifyInstance, deps: CallDeps, answers: Answers): void {
  const serialiserOf = deps.checkAnswers ? checkingSerialiser : compiledSerialiser;
  for (const { call, handler } of answers) {
    const serialise = call.kind === 'bytes' ? JSON.stringify : serialiserOf(call);
    app.route({
      method: call.method,
      url: urlOf(call),
      config: { multipart: call.kind === 'multipart' },
      handler: (request, reply) => serve(deps, { call, handler, serialise }, request, reply),
    });
  }
}

interface Served {
  call: Call;
  handler: Handler;
  serialise: Serialiser;
}

async function serve(deps: CallDeps, served: Served, request: FastifyRequest, reply: FastifyReply) {
  const { call } = served;
  const lang = languageOf(request.headers.lang);
  const occasion: Occasion = {
    call,
    account: undefined,
    at: deps.now(),
    // Headers name both: behind a proxy the address is a text that its client sent.
    address: storableText(request.ip, 64),
    agent: storableText(request.headers['user-agent'] ?? '', 300),
    requestId: request.id,
    startedMs: performance.now(),
  };
  try {
    // Known before it is judged: a refusal is entered under the name of whom it refused.
    occasion.account = await recognise(deps, call, request);
    checkRights(call, occasion.account);
    const { input, uploads } = await readInput(deps, call, request);
    const data = await within(deps.timeoutMs, (deadline) =>
      perform(deps, {
        ...{ occasion, lang, input, uploads },
        key: request.headers['idempotency-key'],
        waits: isWaiting(served.handler),
        handle: (ctx) => Promise.race([deadline, served.handler(ctx, input, uploads)]),
      }),
    );
    // A `bytes` call answers bytes; the contract cannot describe them.
    if (call.kind === 'bytes') return await sendBytes(request, reply, data as BytesAnswer);
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"code":200,"msg":"","data":${served.serialise(data)}}`);
  } catch (error) {
    const refusal = refusalOf(error);
    // Too large, wrong media type and the like are said by HTTP itself.
    if (!refusal && isTransport(error)) throw error;
    if (!refusal) request.log.error({ err: error, call: call.path }, 'a call failed');
    const reason = refusal?.reason ?? 'internal';
    // A stranger's are kept where strangers may write: sessions that ended would fill the audit with nothing.
    if (occasion.account || (call.allow === 'everyone' && !onlyReads(call)))
      deps.refusals.add(auditEntry(occasion, errors[reason].code, reason, request.body, request.query));
    return reply.send(refused(reason, refusal?.details ?? {}, lang, request.id));
  }
}
