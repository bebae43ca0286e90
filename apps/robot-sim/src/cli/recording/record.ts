import mqtt from 'mqtt';
import type { Options } from '../args.ts';
import { UsageError } from '../option-values.ts';
import { printer } from '../print.ts';
import { stopped } from '../stop.ts';
import { Recorder } from './recording.ts';

/** SUBACK: the broker refuses the subscription. */
const refusedCode = 128;
const connectMs = 10_000;

/**
 * Records the messages of other robots. The broker must let this client read their topics: the development listener of a
 * server does, or an observer account of an outside broker. Returns the exit status.
 */
export async function record(options: Options): Promise<number> {
  const { url, user, password, ca, serials, out, until } = options;
  if (serials.length === 0 || out === undefined) throw new UsageError('record needs --sn and --out');
  const print = printer(options.log);
  const client = mqtt.connect(url, {
    ...(ca !== undefined && { ca }),
    ...(password !== undefined && { username: user ?? serials[0], password }),
    connectTimeout: connectMs,
    reconnectPeriod: 0,
  });
  const ended = Promise.withResolvers<string>();
  const stop = stopped(until.seconds);
  client.on('error', (error) => ended.resolve(error.message || 'no connection'));
  client.on('close', () => ended.resolve('the connection is lost'));
  const recorder = new Recorder(out);
  // The listener is there before the subscription, because retained messages come first.
  const described = new Set<string>();
  client.on('message', (topic, payload, { qos, retain }) => {
    recorder.add({ topic, qos: qos === 0 ? 0 : 1, retain, payload: payload.toString('utf8') });
    const levels = topic.split('/');
    const factsheet = [...levels.slice(0, -1), 'factsheet'].join('/');
    // A broker may drop a live factsheet that other messages overtook. It is retained, so a subscription brings it.
    if (levels.at(-1) === 'state' && !described.has(factsheet)) client.subscribe(factsheet);
    if (levels.at(-1) === 'state' || topic === factsheet) described.add(factsheet);
  });
  client.on('connect', () => {
    const filters = serials.map((sn) => `+/+/+/${sn}/+`);
    client.subscribe(filters, { qos: 1 }, (error, grants) => {
      if (!error && grants?.every(({ qos }) => qos < refusedCode)) print({}, `recording ${serials.join()}`);
      else ended.resolve('the broker lets this client read no robot; use run --record');
    });
  });
  const failure = await Promise.race([stop.then(() => undefined), ended.promise]);
  client.end(true);
  recorder.close();
  if (failure !== undefined) process.stderr.write(`robotsim: ${failure}\n`);
  print({}, `${recorder.count} messages in ${out}`);
  return failure === undefined ? 0 : 1;
}
