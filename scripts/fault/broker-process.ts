import { once } from 'node:events';
import { createServer } from 'node:net';
import { Aedes } from 'aedes';

/** A broker that a fault program can kill, for machines without Mosquitto: `node broker-process.ts <port>`. */
const broker = await Aedes.createBroker();
const listener = createServer(broker.handle).listen(Number(process.argv[2]), '127.0.0.1');
await once(listener, 'listening');
