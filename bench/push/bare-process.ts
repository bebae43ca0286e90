import websocket from '@fastify/websocket';
import { topics } from '@sweepline/contract';
import fastify from 'fastify';
import { publishOnOrder } from './publish.ts';

/** Bare `ws`: every event goes to every socket, without session, subscription, scope or limit. */
const app = fastify();
await app.register(websocket);
app.register(async (routes) => routes.get('/service/ws/:ticket', { websocket: true }, () => {}));
const url = await app.listen({ host: '127.0.0.1', port: 0 });
const { clients } = app.websocketServer;
publishOnOrder(
  () => clients,
  (content) => {
    const text = JSON.stringify({ topic: topics.online.name, content });
    for (const client of clients) client.send(text);
  },
);
process.send?.(Number(new URL(url).port));
