import { Unit } from '../wire/unit.ts';
import type { Options } from './args.ts';
import { diskOf, membersOf } from './fleet.ts';
import { printer } from './print.ts';

/** Robots switched on a second; a fleet that connects all at once is a test of its own. */
const rampPerS = 50;

/** Runs robots until the time is up, the runs are done, or somebody stops the program. */
export async function run(options: Options): Promise<void> {
  const print = printer(options.log);
  const members = membersOf(options);
  const done = Promise.withResolvers<string>();
  let runs = 0;
  const runEnded = () => {
    if (++runs >= (options.until.runs ?? Infinity)) done.resolve(`${runs} runs done`);
  };
  const units = members.map(
    (member) =>
      new Unit({
        ...options,
        ...member,
        identity: {
          interfaceName: 'vda5050',
          major: options.vda.startsWith('2.') ? 'v2' : 'v3',
          version: options.vda,
          manufacturer: member.manufacturer,
          serialNumber: member.sn,
        },
        disk: diskOf(options.state, member.sn),
        log: (text) => print({ sn: member.sn }, text),
        runEnded,
      }),
  );
  print({}, `${units.length} robots at ${options.url}`);
  const ramp = units.map((unit, i) => setTimeout(() => unit.start(), (i / rampPerS) * 1000));
  const { seconds } = options.until;
  const end =
    seconds === undefined ? undefined : setTimeout(() => done.resolve('time is up'), seconds * 1000);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => done.resolve(signal));
  const why = await done.promise;
  for (const timer of [...ramp, end]) clearTimeout(timer);
  print({}, `going offline: ${why}`);
  await Promise.all(units.map((unit) => unit.stop()));
}
