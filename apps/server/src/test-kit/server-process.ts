import { readEnv } from '../app/env.ts';
import { startServer } from '../app/main.ts';

/** The whole server as a program that a test can kill. It prints its addresses and stops on SIGTERM. */
const server = await startServer(readEnv());
process.stdout.write(`${JSON.stringify({ url: server.url, mqttUrl: server.mqttUrl })}\n`);
process.once('SIGTERM', () => void server.stop().then(() => process.exit()));
process.once('disconnect', () => process.exit());
