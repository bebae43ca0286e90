import { CardRegistry } from '../operator/card-registry.ts';
import { serveOperator } from '../operator/operator-server.ts';
import { storedCredential } from '../wire/activation/activation.ts';
import { UnprovisionedRobot } from '../wire/connection/unprovisioned-robot.ts';
import { RobotProcess } from '../wire/connection/robot-process.ts';
import type { RobotProcessSetup } from '../wire/connection/robot-process-setup.ts';
import type { Options } from './args.ts';
import { diskOf } from './fleet.ts';
import { printer } from './print.ts';
import { Recorder } from './recording/recording.ts';
import { setupsOf } from './setups.ts';
import { stopped } from './stop.ts';

/** Robots started per second, so that a fleet does not connect all at once. */
const rampPerS = 50;
/** Interval of the check for robots that ask for an activation code. */
const screenMs = 500;
/** Interval at which the operator saves its data usage. */
const saveMs = 30_000;

/** A network operator for the robots' SIM cards, if `--operator-port` is set. Returns its registry and a stop function. */
async function operatorOf({ operatorPort, state }: Options) {
  if (operatorPort === undefined) return undefined;
  const cards = new CardRegistry(diskOf(state, 'operator'), () => new Date());
  const server = await serveOperator(cards, operatorPort);
  const saving = setInterval(() => cards.save(), saveMs);
  return {
    cards,
    stop: async () => {
      clearInterval(saving);
      cards.save();
      await server.close();
    },
  };
}

/** A robot that is activated, or was before: it connects to the broker that its activation named. */
const isUnprovisioned = (
  { activate, urlGiven }: Options,
  { disk, password }: Pick<RobotProcessSetup, 'disk' | 'password'>,
): boolean =>
  activate !== undefined || (!urlGiven && password === undefined && storedCredential(disk) !== undefined);

/** Runs robots until the time is up, the runs are done, or `stop` resolves with a reason, by default a signal. */
export async function run(options: Options, stop = stopped(undefined)): Promise<number> {
  const print = printer(options.log);
  const ended = Promise.withResolvers<string>();
  let runs = 0;
  const runEnded = () => {
    if (++runs >= (options.until.runs ?? Infinity)) ended.resolve(`${runs} runs done`);
  };
  const operator = await operatorOf(options);
  const recorder = options.recordTo === undefined ? undefined : new Recorder(options.recordTo);
  const { cards } = operator ?? {};
  const setups = await setupsOf(options, { print, runEnded, cards, observe: recorder?.add.bind(recorder) });
  const { activate: codes } = options;
  const robots = setups.map((setup) =>
    isUnprovisioned(options, setup)
      ? new UnprovisionedRobot({ ...setup, http: setup.http ?? storedCredential(setup.disk)?.http ?? '' })
      : new RobotProcess({ ...setup, ...(options.ca !== undefined && { tls: { ca: options.ca } }) }),
  );
  for (const robot of robots) if (robot instanceof RobotProcess) operator?.cards.add(robot.iccid, robot);
  print({}, `${robots.length} robots at ${options.url}`);
  const ramp = robots.map((robot, i) => setTimeout(() => robot.start(), (i / rampPerS) * 1000));
  const edits = options.edits.flatMap(({ key, value, atS }) =>
    robots.map((robot) => setTimeout(() => editAtScreen(robot, key, value), atS * 1000)),
  );
  const { offline } = options;
  const outages = offline
    ? robots.map((robot) => setTimeout(() => robot.cut(offline.lastsS), offline.atS * 1000))
    : [];
  const typing = codes && setInterval(() => enterCodes(robots, codes), screenMs);
  const { seconds } = options.until;
  const end =
    seconds === undefined ? undefined : setTimeout(() => ended.resolve('time is up'), seconds * 1000);
  void stop.then(ended.resolve);
  const reason = await ended.promise;
  for (const timer of [...ramp, ...edits, ...outages, end, typing]) clearTimeout(timer);
  print({}, `going offline: ${reason}`);
  await Promise.all(robots.map((robot) => robot.stop()));
  await operator?.stop();
  recorder?.close();
  return 0;
}

/** Changes a setting at the robot's screen, or draws a wall from `x:y` to `x:y`. */
function editAtScreen(robot: RobotProcess | UnprovisionedRobot, key: string, value: unknown): void {
  if (key !== 'wall' || !(robot instanceof RobotProcess)) return void robot.edit({ [key]: value });
  const numbers = String(value).split(':').map(Number);
  const points = numbers.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: numbers[i + 1] ?? Number.NaN }] : []));
  if (points.length >= 2 && numbers.every(Number.isFinite)) robot.drawWall(points);
}

/** Enters the next activation code on each robot that asks for one. */
function enterCodes(robots: readonly (RobotProcess | UnprovisionedRobot)[], codes: string[]): void {
  for (const robot of robots) {
    if (!(robot instanceof UnprovisionedRobot) || !robot.asksForCode) continue;
    const code = codes.shift();
    if (code === undefined) return;
    void robot.enter(code);
  }
}
