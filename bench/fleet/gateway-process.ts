import { localBus } from '../../apps/server/src/platform/socket/bus.ts';
import { createDb } from '../../apps/server/src/platform/db/db.ts';
import { startGateway } from '../../apps/server/src/robots/gateway.ts';
import { answerWeight } from './weigh.ts';

/** The gateway with its broker as in production; sends its port to the parent. */
const complain = (details: object, message: string) => {
  const { error } = details as { error?: unknown };
  process.stderr.write(`${message}${error === undefined ? '' : `: ${String(error)}`}\n`);
};
const gateway = await startGateway({
  db: createDb(process.argv[2] ?? ''),
  now: () => new Date(),
  bus: localBus((error) => complain({}, String(error))),
  log: { info: () => {}, warn: complain, error: complain },
  port: 0,
});
process.send?.(Number(new URL(gateway.mqttUrl).port));
answerWeight();
