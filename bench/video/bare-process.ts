import websocket, { type WebSocket } from '@fastify/websocket';
import fastify from 'fastify';
import { cameras, floodOnOrder } from './streams.ts';

/** Bare `ws`: each frame goes to the sockets of its camera, without session, subscription, right or limit. */
const app = fastify();
const sockets: WebSocket[][] = Array.from({ length: cameras }, () => []);
await app.register(websocket);
let opened = 0;
app.register(async (routes) =>
  routes.get('/service/ws/:ticket', { websocket: true }, (socket) => {
    sockets[opened++ % cameras]!.push(socket);
  }),
);
const url = await app.listen({ host: '127.0.0.1', port: 0 });
floodOnOrder(
  () => app.websocketServer.clients,
  (camera, frame) => {
    for (const socket of sockets[camera]!) socket.send(frame);
  },
);
process.send?.(Number(new URL(url).port));
