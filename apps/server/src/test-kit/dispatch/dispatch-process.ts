import { once } from 'node:events';
import { createServer } from 'node:http';
import { eq } from 'drizzle-orm';
import { connectRobots } from '../../app/robots.ts';
import { oneServer } from '../one-server.ts';
import { createDispatcher } from '../../features/work/calendar/schedule-jobs.ts';
import { devices } from '../../entities/devices/device-table.ts';
import { requestOfTask } from '../../features/work/tasks/task-request-service.ts';
import { tasks } from '../../entities/work/task-table.ts';
import { localBus } from '../../platform/socket/bus.ts';
import { inScope, createDb } from '../../platform/db/db.ts';
import { startGateway } from '../../robots/gateway.ts';
import { repeatedly } from '../../platform/runtime/repeatedly.ts';

/**
 * Gateway and calendar as a separate program, so that it can be killed in the middle of a start:
 * `node dispatch-process.ts <database> <mqtt port> <http port> <name> [<outside broker>]`. A POST of a task's id starts it and
 * answers its run, like the call. A GET answers which devices are online and which of them are idle. The program loads its modules
 * and then waits for input before it starts.
 */
process.stdout.write('loaded\n');
const input = await Promise.race([once(process.stdin, 'data'), once(process.stdin, 'end')]);
// The parent process has ended.
if (input.length === 0) process.exit();
process.stdin.unref();

const [database = '', port = '0', httpPort = '0', installation = '', mqttUrl = ''] = process.argv.slice(2);
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const db = createDb(database, { connections: 6 });
const bus = localBus(() => {});
const now = () => new Date();

const where = { port: Number(port), installation, ...(mqttUrl && { mqttUrl }) };
const gateway = await startGateway({ db, bus, now, log: silent, ...where });
const { robots } = connectRobots({ gateway, db, bus, now, cluster: oneServer, log: silent });
repeatedly(
  createDispatcher({ db, bus, now, robots }, () => {}),
  { everyMs: 1_000, maxMs: 1_000 },
  () => {},
);

const start = async (taskId: string): Promise<string> => {
  const request = await inScope(db, '*', async (tx) => {
    const [task] = await tx.select().from(tasks).where(eq(tasks.id, taskId));
    return task && (await requestOfTask(tx, task, 'press'));
  });
  return request ? (await gateway.runs.start(request)).id : '';
};

const presence = async () => {
  const all = await inScope(db, '*', (tx) => tx.select({ id: devices.id }).from(devices));
  const online = all.flatMap(({ id }) => (gateway.live(id)?.connection.state === 'ONLINE' ? [id] : []));
  const idle = online.filter((id) => {
    const live = gateway.live(id);
    return live?.position && ['STANDBY', 'CHARGING'].includes(live.mode?.value.mode ?? '');
  });
  return { online, idle };
};

createServer((request, response) => {
  if (request.method === 'GET') return void presence().then((answer) => response.end(JSON.stringify(answer)));
  start(request.url?.slice(1) ?? '').then(
    (id) => response.end(id),
    (error: unknown) => response.writeHead(409).end(error instanceof Error ? error.message : ''),
  );
}).listen(Number(httpPort), '127.0.0.1', () => process.stdout.write('ready\n'));
