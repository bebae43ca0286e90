import { errors, type ErrorName } from '@sweepline/contract';
import type { FastifyInstance } from 'fastify';
import { languageOf, refused } from '../platform/envelope.ts';

/** What a failure of transport is called in the envelope; HTTP says it too. */
const byStatus: Record<number, ErrorName> = {
  404: 'notFound',
  413: 'fileTooLarge',
  415: 'fileFormat',
  429: 'tooMany',
};

/** Answers for what no call answered: unknown addresses, bodies nobody can read, and our own faults. */
export function answerErrors(app: FastifyInstance, isPage: (url: string) => boolean): void {
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && isPage(request.url.split('?')[0] ?? '');
    if (wantsPage) return reply.header('cache-control', 'no-cache').sendFile('index.html');
    return reply.code(404).send(refused('notFound', {}, languageOf(request.headers.lang), request.id));
  });

  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    const ours = !(status >= 400 && status < 500);
    // The address is left out: it may hold a socket ticket.
    if (ours) request.log.error({ err: error, route: request.routeOptions.url }, 'a request failed');
    const reason = ours ? 'internal' : (byStatus[status] ?? 'invalid');
    const answer = refused(reason, {}, languageOf(request.headers.lang), request.id);
    return reply.code(ours ? 500 : status).send({ ...answer, code: errors[reason].code });
  });
}
