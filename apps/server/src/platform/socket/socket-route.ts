import type { WebSocket } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { Caller } from './socket-caller.ts';
import type { createOpenings } from './socket-openings.ts';

/** Adds the route of the socket. Openings are checked before the upgrade, so that a refusal has an HTTP status. */
export function registerRoute(
  app: FastifyInstance,
  openingOf: ReturnType<typeof createOpenings>,
  open: (socket: WebSocket, caller: Caller) => void,
) {
  const callers = new WeakMap<object, Caller>();
  app.route<{ Params: { ticket: string } }>({
    method: 'GET',
    url: '/service/ws/:ticket',
    preValidation: async (request, reply) => {
      const { host, ip, headers } = request;
      const opening = { ticket: request.params.ticket, origin: headers.origin, host, address: ip };
      const caller = await openingOf(opening);
      if (typeof caller === 'number') return await reply.code(caller).send();
      callers.set(request, caller);
    },
    handler: (_request, reply) => reply.code(426).send(),
    wsHandler: (socket, request) => {
      const caller = callers.get(request);
      if (caller) open(socket, caller);
      else socket.terminate();
    },
  });
}
