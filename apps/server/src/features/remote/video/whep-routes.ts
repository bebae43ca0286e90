import { whepPath, type Call } from '@sweepline/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { videoViews } from '../../../entities/remote/video-table.ts';
import type { Occasion } from '../../../platform/audit/audit.ts';
import { admitCall, occasionOf } from '../../../platform/calls/call-admission.ts';
import { refuseCall } from '../../../platform/calls/call-refusal.ts';
import { Refusal, type Account } from '../../../platform/calls/ctx.ts';
import { withDeadline } from '../../../platform/calls/deadline.ts';
import { isTransport, refusalOf } from '../../../platform/calls/error-mapping.ts';
import type { CallDeps } from '../../../platform/calls/services.ts';
import { inScope } from '../../../platform/db/db.ts';
import { RequestRefusal } from '../../../platform/http/request-refusal.ts';
import { withStatus } from '../../../platform/http/status-refusal.ts';
import { withCallRefusals } from '../../../robots-port/robot-refusal.ts';
import type { Robots } from '../../../robots-port/robots.ts';
import type { OwnView } from '../../../robots-port/video-requests.ts';

interface WhepDeps extends CallDeps {
  robots: Pick<Robots, 'videos'>;
}

const sdpType = 'application/sdp';
/** Larger than an offer that is accepted, so that one that is too large is answered as such. */
const bodyLimit = 64 * 1024;

/** The requests as a call, so that they are admitted and limited like one. Opening the view is the audited call. */
const call: Call = {
  family: 'video',
  method: 'POST',
  path: whepPath.slice('/api/'.length),
  allow: 'signedIn',
  reads: true,
  background: true,
  maxBodyBytes: bodyLimit,
  input: z.unknown(),
  output: z.unknown(),
};

const target = z.object({ sessionId: z.uuid(), viewId: z.uuid() });

/** The view of this sign-in that the address names. Another's, an ended one and none are answered alike. */
async function viewOf({ db }: WhepDeps, account: Account, request: FastifyRequest) {
  const { params, query } = request;
  // Both are objects of texts; Fastify leaves their types open.
  const { data } = target.safeParse({ ...(query as object), ...(params as object) });
  if (!data) throw new Refusal('notFound');
  const { sessionId, viewId } = data;
  const own = [eq(videoViews.id, viewId), eq(videoViews.sessionId, sessionId)];
  const [view] = await inScope(
    db,
    '*',
    (all) =>
      all
        .select({ deviceId: videoViews.deviceId })
        .from(videoViews)
        .where(and(...own, eq(videoViews.login, account.sessionId), isNull(videoViews.endedAt))),
    { readOnly: true },
  );
  if (!view) throw new Refusal('notFound');
  return { ...view, sessionId, viewId, login: account.sessionId };
}

interface WhepRequest {
  view: OwnView & { sessionId: string };
  request: FastifyRequest;
  reply: FastifyReply;
}

const subscribe = async (videos: Robots['videos'], { view, request, reply }: WhepRequest) => {
  const { body } = request;
  if (typeof body !== 'string') throw new RequestRefusal('invalid', 400);
  const answer = await withCallRefusals(videos.subscribe({ ...view, sdp: body }));
  if ('refused' in answer)
    throw answer.refused === 'OFFER'
      ? new RequestRefusal('invalid', 400)
      : new RequestRefusal('deviceUnresponsive', 503, 10);
  const location = `${whepPath}/${view.sessionId}/${view.viewId}`;
  return await reply.code(201).header('location', location).type(sdpType).send(answer.sdp);
};

const unsubscribe = async (videos: Robots['videos'], { view, reply }: WhepRequest) => {
  const { deviceId, viewId, login } = view;
  await withCallRefusals(videos.unsubscribe({ deviceId, viewId, login }));
  return await reply.code(204).send();
};

/** Views over WebRTC: the page offers, the relay at the owner of the robot answers (WHEP). */
export function addWhepRoutes(app: FastifyInstance, deps: WhepDeps): void {
  app.addContentTypeParser(sdpType, { parseAs: 'string', bodyLimit }, (_request, body, done) =>
    done(null, body),
  );
  const { videos } = deps.robots;
  app.route({
    method: 'POST',
    url: `${whepPath}/:sessionId`,
    bodyLimit,
    ...served(deps, (whep) => subscribe(videos, whep)),
  });
  app.route({
    method: 'DELETE',
    url: `${whepPath}/:sessionId/:viewId`,
    ...served(deps, (whep) => unsubscribe(videos, whep)),
  });
}

/** The hooks of one route: session and size before the body, then the view, then the handler. */
function served(
  deps: WhepDeps,
  handle: (whep: WhepRequest) => Promise<FastifyReply>,
): Pick<RouteOptions, 'onRequest' | 'handler'> {
  const occasions = new WeakMap<FastifyRequest, Occasion>();
  const refuse = (error: unknown, occasion: Occasion, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error) ?? (isTransport(error) ? undefined : new Refusal('internal'));
    return refuseCall(deps, occasion, refusal ? withStatus(refusal) : error, { request, reply });
  };
  return {
    onRequest: async (request, reply) => {
      const occasion = occasionOf(deps, call, request);
      occasions.set(request, occasion);
      try {
        await withDeadline(deps.timeoutMs, () => admitCall(deps, occasion, request));
      } catch (error) {
        return await refuse(error, occasion, request, reply);
      }
    },
    handler: (request, reply) =>
      deps.bodies.hold(request, async () => {
        const occasion = occasions.get(request)!;
        try {
          if (!occasion.account) throw new Refusal('signedOut');
          const view = await viewOf(deps, occasion.account, request);
          return await handle({ view, request, reply });
        } catch (error) {
          return await refuse(error, occasion, request, reply);
        }
      }),
  };
}
