import { createServer, type AddressInfo } from 'node:net';
import { Aedes } from 'aedes';
import { answerWeight } from './weigh.ts';

/** aedes and nothing else: lets everybody in, says where it listens. */
const broker = await Aedes.createBroker();
const server = createServer(broker.handle);
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  process.send?.((server.address() as AddressInfo).port),
);
answerWeight();
