import { createServer, type AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import { answerWeight } from './weigh.ts';

/** A bare aedes broker without authentication; sends its port to the parent. */
const broker = await Aedes.createBroker();
const server = createServer(broker.handle);
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  process.send?.((server.address() as AddressInfo).port),
);
answerWeight();
