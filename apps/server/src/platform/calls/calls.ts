import { maxBodyBytesOf, onlyReads, type Calls, type Input, type Output, urlOf } from '@sweepline/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Occasion } from '../audit/audit.ts';
import { sendBytes, type BytesAnswer } from '../http/bytes.ts';
import { admitCall, occasionOf } from './call-admission.ts';
import { refuseCall } from './call-refusal.ts';
import type { Ctx } from './ctx.ts';
import { withDeadline } from './deadline.ts';
import { languageOf } from './envelope.ts';
import { readInput, type Uploads } from './input.ts';
import { runHandler } from './run-handler.ts';
import { checkingSerialiser, compiledSerialiser, type Serialiser } from './serialise.ts';
import { removeUploads } from '../files/upload-folder.ts';
import type { CallDeps } from './services.ts';
import { isWithoutTransaction, recoveryOf } from './without-transaction.ts';

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
    // The key of a handler is the name of its call; the type of the table cannot express that.
    handler: handlers[name] as unknown as Handlers<Calls>[string],
  }));
export type Answers = ReturnType<typeof answer>;

/** Adds the routes of all calls: session → permission → size → quota → body → input → handler in its transaction → answer. */
export function registerCalls(app: FastifyInstance, deps: CallDeps, answers: Answers): void {
  const serialiserOf = deps.checkAnswers ? checkingSerialiser : compiledSerialiser;
  // `multipart.ts` stores files while they arrive, so the parser only passes the stream through.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload));
  for (const { call, handler } of answers) {
    if (isWithoutTransaction(handler) && !onlyReads(call) && !recoveryOf(handler))
      throw new Error(`${call.path} writes without a transaction and names no recovery`);
    // Compiled with the first answer: those of all calls would take half a second of each start.
    const serialise: Serialiser = call.kind === 'bytes' ? JSON.stringify : (data) => serialiserOf(call)(data);
    const admitted = new WeakMap<FastifyRequest, Pick<CallRoute, 'occasion' | 'remainingMs'>>();
    app.route({
      method: call.method,
      url: urlOf(call),
      config: { multipart: call.kind === 'multipart' },
      exposeHeadRoute: onlyReads(call),
      bodyLimit: Math.max(1, maxBodyBytesOf(call)),
      onRequest: async (request, reply) => {
        const occasion = occasionOf(deps, call, request);
        try {
          // The session is read from the database, so admission has the same deadline as the handler.
          await withDeadline(deps.timeoutMs, () => admitCall(deps, occasion, request));
          const remainingMs = deps.timeoutMs - (performance.now() - occasion.startedMs);
          admitted.set(request, { occasion, remainingMs });
        } catch (error) {
          return await refuseCall(deps, occasion, error, { request, reply });
        }
      },
      handler: (request, reply) =>
        deps.bodies.hold(request, () =>
          serve(deps, { handler, serialise, ...admitted.get(request)! }, request, reply),
        ),
    });
  }
}

interface CallRoute {
  handler: Answers[number]['handler'];
  serialise: Serialiser;
  occasion: Occasion;
  /** The time that the handler may take. The time in which the body arrives is limited by its pace. */
  remainingMs: number;
}

async function serve(
  deps: CallDeps,
  { handler, serialise, occasion, remainingMs }: CallRoute,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { call } = occasion;
  const lang = languageOf(request.headers.lang);
  let received: Uploads = new Map();
  try {
    const { input, uploads } = await readInput(deps, call, request);
    received = uploads;
    const waits = isWithoutTransaction(handler);
    const data = await withDeadline(remainingMs, (deadline) => {
      const run = () =>
        runHandler(deps, {
          occasion,
          lang,
          input,
          uploads,
          waits,
          recover: recoveryOf(handler),
          key: request.headers['idempotency-key'],
          handle: (ctx) => Promise.race([deadline, handler(ctx, input, uploads)]),
        });
      // A call that waits for a robot holds no database connection, so it takes no turn.
      if (!occasion.account || waits) return run();
      return deps.callTurns.run({ accountId: occasion.account.id, path: call.path }, run, deadline);
    });
    // The handler of a `bytes` call returns bytes; the contract cannot describe them.
    if (call.kind === 'bytes') return await sendBytes(request, reply, data as BytesAnswer);
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"code":200,"msg":"","data":${serialise(data)}}`);
  } catch (error) {
    return await refuseCall(deps, occasion, error, { request, reply });
  } finally {
    await removeUploads(received);
  }
}
