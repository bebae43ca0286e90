import { openPath, openResources, type OpenResource } from '@sweepline/contract';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromText, parseInput } from '../../../platform/calls/input.ts';
import { withDeadline } from '../../../platform/calls/deadline.ts';
import type { CallDeps } from '../../../platform/calls/services.ts';
import { inScope } from '../../../platform/db/db.ts';
import type { Vault } from '../../../platform/files/vault.ts';
import { DatabaseAwayRefusal } from '../../../platform/http/request-refusal.ts';
import type { RequestLimits } from '../../../platform/limits/request-limits.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import { createDayQuotas } from './day-quota.ts';
import { narrowingOf } from './narrow.ts';
import { admitProgram, createOpenLimits, type AdmissionDeps, type RequestTrace } from './open-admission.ts';
import { openDocument } from './open-document.ts';
import { Problem, sendProblem, type RequestOutcome } from './open-problem.ts';
import { createRequestLog } from './request-log.ts';
import { resourceHandlers } from './resource-handlers.ts';

interface OpenDeps extends CallDeps {
  robots: Pick<Robots, 'live'>;
  vault: Pick<Vault, 'open'>;
  limits: Pick<RequestLimits, 'createLimit'>;
  version: string;
}

type Handle = (ctx: {
  request: FastifyRequest;
  reply: FastifyReply;
  trace: RequestTrace;
}) => Promise<unknown>;

/** Adds the resources of the open API under `/open/v1`. They answer without the console's envelope. */
export function addOpenRoutes(app: FastifyInstance, deps: OpenDeps): void {
  const { db, now, vault, services } = deps;
  const quotas = createDayQuotas(db, now, (error) => app.log.error(error));
  const requests = createRequestLog(db, now, (error) => app.log.error(error));
  app.addHook('onClose', () => Promise.all([quotas.stop(), requests.stop()]));
  const admission: AdmissionDeps = {
    db,
    now,
    vault,
    quotas,
    limits: createOpenLimits(deps.limits.createLimit),
    authority: () => authorityOf(deps.publicUrl ?? services.consoleUrl?.()),
  };
  addDocument(app, deps.version);
  for (const [name, resource] of Object.entries(openResources)) {
    const handle = resourceHandle(deps, admission, name as keyof typeof openResources, resource);
    app.get(`${openPath}${resource.path}`, async (request, reply) => {
      reply.header('request-id', request.id);
      const trace: RequestTrace = {};
      const outcome: RequestOutcome = {};
      try {
        const data = await handle({ request, reply, trace });
        return await sendText(request, reply, JSON.stringify(data));
      } catch (error) {
        return await sendProblem(error, request, reply, outcome);
      } finally {
        requests.add(request, reply, trace, outcome);
      }
    });
  }
}

const etagOf = (text: string) => `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;

/** Answers JSON, or 304 to a program that has the same. */
function sendText(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
  const etag = etagOf(text);
  reply.header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(text);
}

/** The description of the open API, for everybody: it names no record. */
function addDocument(app: FastifyInstance, version: string): void {
  let text: string | undefined;
  app.get(`${openPath}/openapi.json`, async (request, reply) => {
    text ??= JSON.stringify(openDocument(version));
    return await sendText(request, reply.header('cache-control', 'no-cache'), text);
  });
}

/** Host and port of an address as RFC 9421 names them; undefined without an address. */
const authorityOf = (address: string | undefined) =>
  address === undefined || address === '' ? undefined : new URL(address).host;

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Admission, input, the handler in its read-only transaction, and the answer without what the contract does not name. */
function resourceHandle(
  { db, timeoutMs, callTurns, robots }: OpenDeps,
  admission: AdmissionDeps,
  name: keyof typeof openResources,
  { group, input: schema, output, path }: OpenResource,
): Handle {
  // The table of handlers is typed by name; the loop over all names cannot express that.
  const handler = resourceHandlers[name] as (ctx: object, input: unknown) => Promise<unknown>;
  return ({ request, reply, trace }) =>
    withDeadline(timeoutMs, async (deadline) => {
      if (db.availability.isAway()) throw new DatabaseAwayRefusal();
      if (hasBody(request)) throw new Problem('invalid-parameter', { parameters: [{ name: 'body' }] });
      const { user, key, scope } = await admitProgram(admission, group, request, reply, trace);
      // Both are objects of texts; Fastify leaves their types open.
      const values = { ...(request.query as object), ...(request.params as object) };
      const input = parseInput(schema, fromText(schema, values));
      const read = () =>
        inScope(db, scope, (tx) => handler({ db: tx, live: robots.live, narrow: narrowingOf(key) }, input), {
          readOnly: true,
          home: user.companyId,
        });
      const run = () => Promise.race([deadline, read()]);
      return output.parse(await callTurns.run({ accountId: user.id, path }, run, deadline));
    });
}
