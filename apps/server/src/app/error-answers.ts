import type { ErrorName } from '@sweepline/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/calls/ctx.ts';
import { languageOf, refused } from '../platform/calls/envelope.ts';
import { isDatabaseAway } from '../platform/db/availability.ts';
import { DatabaseAwayRefusal, RequestRefusal } from '../platform/http/request-refusal.ts';

/** The error name of the envelope for an HTTP status of the transport. */
const byStatus: Record<number, ErrorName> = {
  404: 'notFound',
  408: 'requestTooSlow',
  413: 'requestTooLarge',
  414: 'requestTooLarge',
  415: 'fileFormat',
  429: 'tooMany',
};

/** A request that failed in HTTP itself, before its call. */
class TransportError extends Error {
  readonly statusCode: number;
  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const statusOf = (error: unknown): number => {
  if (error instanceof RequestRefusal) return error.statusCode;
  if (error instanceof Refusal) return 400;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status >= 400 && status < 500 ? status : 500;
};

const isApi = (url: string) => /^\/(api|open\/v1|device\/v1)(\/|\?|$)/.test(url);

/**
 * Registers the answers for unreadable bodies and internal errors. It must run before the routes, because a route keeps the error
 * handler that existed when it was added. The returned function registers the answers for unknown addresses, after the routes.
 */
export function answerErrors(app: FastifyInstance): (isPage: (url: string) => boolean) => void {
  const routes = recordRoutes(app);
  app.addHook('onRequest', async (request, reply) => {
    // No proxy or browser may cache what an account sees; files that never change set their own header.
    if (isApi(request.url)) reply.header('cache-control', 'no-store');
    refuseOtherMedia(request);
  });
  app.setErrorHandler((thrown, request, reply) => {
    // A statement of a robot's request fails while the database is away.
    const error = isDatabaseAway(thrown) ? new DatabaseAwayRefusal() : thrown;
    if (error instanceof RequestRefusal && error.retryAfterS !== undefined)
      reply.header('retry-after', error.retryAfterS);
    const status = statusOf(error);
    // The URL is left out: it may contain a socket ticket.
    if (status === 500)
      request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
    const refusal = error instanceof Refusal ? error : undefined;
    const reason = refusal?.reason ?? (status === 500 ? 'internal' : (byStatus[status] ?? 'invalid'));
    return answer(request, reply, status, reason, refusal?.details);
  });
  return (isPage) => answerUnknown(app, isPage, routes);
}

/** Refuses the wrong media type: a multipart body at a JSON call would be read as no body, and the other way round. */
function refuseOtherMedia(request: FastifyRequest): void {
  const { multipart } = request.routeOptions.config;
  const mediaType = request.headers['content-type'];
  if (multipart === undefined || mediaType === undefined) return;
  if (/^multipart\/form-data\s*(;|$)/i.test(mediaType) !== multipart)
    throw new TransportError(415, 'another media type is expected');
}

const answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  reason: ErrorName,
  details: Refusal['details'] = {},
) => reply.code(status).send(refused(reason, details, languageOf(request.headers.lang), request.id));

/** Answers a request that the router itself refuses: a path that is too long or is not valid UTF-8. */
export function answerRouterError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const status = statusOf(error);
  void answer(request, reply, status, byStatus[status] ?? 'invalid');
}

/** Answers an unknown route: with the console's page, with 405 for a wrong method, or with 404. */
function answerUnknown(app: FastifyInstance, isPage: (url: string) => boolean, routes: Routes): void {
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (request.method === 'GET' && isPage(path))
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    const methods = isApi(path) ? routes.methodsOf(path) : [];
    if (methods.length === 0) return answer(request, reply, 404, 'notFound');
    return answer(request, reply.header('allow', methods.join(', ')), 405, 'invalid');
  });
}

interface Routes {
  methodsOf(path: string): string[];
}

/** Records the methods of each address. It must be created before the routes. */
function recordRoutes(app: FastifyInstance): Routes {
  const routes: { method: string | string[]; path: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const path = url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+');
    routes.push({ method, path: new RegExp(`^${path}$`) });
  });
  return {
    methodsOf: (path) => [
      ...new Set(routes.filter((route) => route.path.test(path)).flatMap(({ method }) => method)),
    ],
  };
}
