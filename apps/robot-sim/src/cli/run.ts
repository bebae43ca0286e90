import { CardRegistry, type TrafficKind } from '../operator/card-book.ts';
import { serveOperator } from '../operator/operator-server.ts';
import { simCardOf } from '../robot/body/vitals.ts';
import { UnprovisionedRobot } from '../wire/connection/unprovisioned-robot.ts';
import { RobotProcess } from '../wire/connection/robot-process.ts';
import type { Options } from './args.ts';
import { diskOf, membersOf } from './fleet.ts';
import { printer } from './print.ts';

/** Robots switched on a second; a fleet that connects all at once is a test of its own. */
const rampPerS = 50;
/** How often somebody looks at the screens. */
const screenMs = 500;
/** How often the operator writes its books. */
const savedMs = 30_000;

/** An operator for the cards of these robots, where one is wanted. Answers how to count for them, and the end of it. */
async function operatorOf({ operatorPort, state }: Options) {
  if (operatorPort === undefined) return undefined;
  const book = new CardRegistry(diskOf(state, 'operator'), () => new Date());
  const served = await serveOperator(book, operatorPort);
  const saving = setInterval(() => book.save(), savedMs);
  return {
    book,
    stop: async () => {
      clearInterval(saving);
      book.save();
      await served.close();
    },
  };
}

/** Runs robots until the time is up, the runs are done, or somebody stops the program. */
export async function run(options: Options): Promise<number> {
  const print = printer(options.log);
  const members = membersOf(options);
  const done = Promise.withResolvers<string>();
  let runs = 0;
  const runEnded = () => {
    if (++runs >= (options.until.runs ?? Infinity)) done.resolve(`${runs} runs done`);
  };
  const operator = await operatorOf(options);
  const setups = members.map((member) => ({
    ...options,
    ...member,
    identity: {
      interfaceName: 'vda5050' as const,
      major: options.vda.startsWith('2.') ? ('v2' as const) : ('v3' as const),
      version: options.vda,
      manufacturer: member.manufacturer,
      serialNumber: member.sn,
    },
    disk: diskOf(options.state, member.sn),
    log: (text: string) => print({ sn: member.sn }, text),
    runEnded,
    carried: (kind: TrafficKind, bytes: number) =>
      operator?.book.count(simCardOf(member.sn).iccid, kind, bytes),
  }));
  const { activate: codes, http = '' } = options;
  const units = codes
    ? setups.map((setup) => new UnprovisionedRobot({ ...setup, http }))
    : setups.map(
        (setup) =>
          new RobotProcess({ ...setup, ...(options.ca !== undefined && { tls: { ca: options.ca } }) }),
      );
  for (const unit of units) if (unit instanceof RobotProcess) operator?.book.add(unit.iccid, unit);
  print({}, `${units.length} robots at ${options.url}`);
  const ramp = units.map((unit, i) => setTimeout(() => unit.start(), (i / rampPerS) * 1000));
  const edits = options.edits.flatMap(({ key, value, atS }) =>
    units.map((unit) => setTimeout(() => atScreen(unit, key, value), atS * 1000)),
  );
  const typing = codes && setInterval(() => typeCodes(units, codes), screenMs);
  const { seconds } = options.until;
  const end =
    seconds === undefined ? undefined : setTimeout(() => done.resolve('time is up'), seconds * 1000);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => done.resolve(signal));
  const why = await done.promise;
  for (const timer of [...ramp, ...edits, end, typing]) clearTimeout(timer);
  print({}, `going offline: ${why}`);
  await Promise.all(units.map((unit) => unit.stop()));
  await operator?.stop();
  return 0;
}

/** Somebody at the screen of a robot changes a setting, or draws a wall from `x:y` to `x:y`. */
function atScreen(unit: RobotProcess | UnprovisionedRobot, key: string, value: unknown): void {
  if (key !== 'wall' || !(unit instanceof RobotProcess)) return void unit.edit({ [key]: value });
  const numbers = String(value).split(':').map(Number);
  const points = numbers.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: numbers[i + 1] ?? Number.NaN }] : []));
  if (points.length >= 2 && numbers.every(Number.isFinite)) unit.drawWall(points);
}

/** Whoever stands at the robots types the next code where a screen asks for one. */
function typeCodes(units: readonly (RobotProcess | UnprovisionedRobot)[], codes: string[]): void {
  for (const unit of units) {
    if (!(unit instanceof UnprovisionedRobot) || !unit.asks) continue;
    const code = codes.shift();
    if (code === undefined) return;
    void unit.enter(code);
  }
}
