import type { ErrorName } from '@sweepline/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../platform/calls/ctx.ts';
import { languageOf, refused } from '../platform/calls/envelope.ts';
import { RequestRefusal } from '../platform/http/request-refusal.ts';

/** What a failure of transport is called in the envelope; HTTP says it too. */
const byStatus: Record<number, ErrorName> = {
  404: 'notFound',
  408: 'requestTooSlow',
  413: 'requestTooLarge',
  415: 'fileFormat',
  429: 'tooMany',
};

/** Failed by HTTP itself, before a call was asked. */
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
 * Answers for bodies that cannot be read and for our own faults. Registered before the routes: a route keeps the error handler that
 * there was when it was added. What it returns registers, after them, the answers for addresses that no call has.
 */
export function answerErrors(app: FastifyInstance): (isPage: (url: string) => boolean) => void {
  const routes = rememberRoutes(app);
  app.addHook('onRequest', async (request, reply) => {
    // What an account may see is kept by no proxy and by no browser; files that never change say otherwise themselves.
    if (isApi(request.url)) reply.header('cache-control', 'no-store');
    refuseOtherMedia(request);
  });
  app.setErrorHandler((error, request, reply) => {
    const status = statusOf(error);
    // The address is left out: it may hold a socket ticket.
    if (status === 500)
      request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
    const refusal = error instanceof Refusal ? error : undefined;
    const reason = refusal?.reason ?? (status === 500 ? 'internal' : (byStatus[status] ?? 'invalid'));
    return answer(request, reply, status, reason, refusal?.details);
  });
  return (isPage) => answerUnknown(app, isPage, routes);
}

/** A multipart body at a call that takes JSON would be read as no body at all, and the other way round. */
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

/** The console's page, a method that the address does not take, or nothing. */
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

/** Remembers which methods each address takes; made before the routes are. */
function rememberRoutes(app: FastifyInstance): Routes {
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
