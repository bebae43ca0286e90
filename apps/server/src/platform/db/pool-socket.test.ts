import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPoolSocket } from './pool-socket.ts';

const server = createServer();
let socket: Socket;
let other: Socket;
beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted = once(server, 'connection');
  socket = createPoolSocket({ path: false, host: ['127.0.0.1'], port: [port] });
  await once(socket, 'connect');
  [other] = (await accepted) as [Socket];
});
afterEach(async () => {
  socket.destroy();
  other.destroy();
  server.close();
  await once(server, 'close');
});

test('writes of one step leave together, before the next turn of the event loop', async () => {
  const chunks: string[] = [];
  other.on('data', (chunk) => void chunks.push(String(chunk)));
  await turn();
  socket.write('begin; ');
  socket.write('select 1');
  expect(socket.writableCorked).toBe(1);
  await turn();
  expect(socket.writableCorked).toBe(0);
  while (chunks.length === 0) await turn();
  expect(chunks).toEqual(['begin; select 1']);
});
