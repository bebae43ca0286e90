import { parseArgs } from 'node:util';
import { faultCodes } from '../robot/faults.ts';
import { isSimModel, modelNames, type SimModel } from '../robot/spec.ts';
import { durationOf, goodNet, netProfileOf, type NetProfile } from '../wire/net-profile.ts';
import { isWorldName, worldNames } from '../world/built-in.ts';

/** A mistake in how the program was called; it ends with status 2. */
export class UsageError extends Error {}

export const usage = `robotsim run [options]      one or more robots until stopped

  --url URL            broker, mqtt:// or mqtts:// (default mqtt://127.0.0.1:1883)
  --http URL           server for files (default: none, reports go without)
  --fleet FILE         robots from a JSON array: sn, model, password, world or map, and optionally
                       user, name, mapId, worldSeed, dock, start, soc, mtbf, net, habit
  --sn SN              serial number; J30C{0001..0012} makes twelve
  --count N            so many robots, numbered on from --sn
  --model MODEL        ${modelNames.join(', ')} (default J30)
  --world NAME         ${worldNames.join(', ')} (default office)
  --map FILE           a ROS map_server YAML instead of a built-in floor
  --start X,Y,DEG      where it stands at first (default: its dock)
  --user U --password P   credential (default user: the serial number)
  --manufacturer NAME  (default JBOT)      --vda 3.0.0|2.0.0   (default 3.0.0)
  --light              cheap robots for load: no grid, a thousand to a core
  --habit              somebody at the robots starts runs now and then
  --seed N             the same seed gives the same floor and the same luck (default 1)
  --speedup F          simulated seconds to a real one, 1 to 100 (default 1)
  --soc PCT            battery at first (default: 55 to 95)
  --mtbf HOURS|off     mean working time between faults, as 8h (default off)
  --fault CODE@TIME    a fault at a time, as 20110@90s; several with commas
  --net PROFILE        lat=80ms,jit=30ms,loss=1%,drop=20m/30s
  --state DIR          keeps what a robot knows; the next start goes on from there
  --until TIME|runs=N  ends after so long, or so many finished runs
  --log text|json|none (default text)`;

export interface Options {
  url: string;
  http: string | undefined;
  fleet: string | undefined;
  serials: string[];
  model: SimModel;
  world: string;
  map: string | undefined;
  start: string | undefined;
  user: string | undefined;
  password: string | undefined;
  manufacturer: string;
  vda: string;
  light: boolean;
  habit: boolean;
  seed: number;
  speedup: number;
  soc: number | undefined;
  mtbfH: number | undefined;
  faults: { code: string; atS: number }[];
  net: NetProfile;
  state: string | undefined;
  until: { seconds?: number; runs?: number };
  log: 'text' | 'json' | 'none';
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const known = {
  url: text,
  http: text,
  fleet: text,
  sn: text,
  count: text,
  model: text,
  world: text,
  map: text,
  start: text,
  user: text,
  password: text,
  manufacturer: text,
  vda: text,
  light: flag,
  habit: flag,
  seed: text,
  speedup: text,
  soc: text,
  mtbf: text,
  fault: text,
  net: text,
  state: text,
  until: text,
  log: text,
} as const;

/** Reads the command line; whatever is wrong with it is a UsageError that names the option. */
export function optionsOf(args: readonly string[]): Options {
  const [command, ...rest] = args;
  if (command !== 'run')
    throw new UsageError(command ? `unknown command ${command}` : 'a command is missing');
  const values = valuesOf(rest);
  const { model = 'J30', world = 'office', vda = '3.0.0', log = 'text', manufacturer = 'JBOT' } = values;
  if (!isSimModel(model)) throw new UsageError(`--model ${model}: one of ${modelNames.join(', ')}`);
  if (!isWorldName(world)) throw new UsageError(`--world ${world}: one of ${worldNames.join(', ')}`);
  if (!/^[23]\.\d+\.\d+$/.test(vda)) throw new UsageError(`--vda ${vda}: 3.0.0 or 2.0.0`);
  if (model !== 'PLAIN' && !vda.startsWith('3.'))
    throw new UsageError('--vda 2.0.0 goes with --model PLAIN only');
  if (log !== 'text' && log !== 'json' && log !== 'none')
    throw new UsageError(`--log ${log}: text, json or none`);
  if (!/^[A-Za-z0-9_.:-]{1,32}$/.test(manufacturer)) throw new UsageError(`--manufacturer ${manufacturer}`);
  return {
    ...{ model, world, vda, log, manufacturer },
    url: urlIn('url', values.url ?? 'mqtt://127.0.0.1:1883', /^(mqtts?|wss?|tcp):$/),
    http: values.http === undefined ? undefined : urlIn('http', values.http, /^https?:$/),
    fleet: values.fleet,
    serials: serialsOf(values.sn, values.count),
    map: values.map,
    start: values.start,
    user: values.user,
    password: values.password,
    light: values.light ?? false,
    habit: values.habit ?? false,
    seed: numberIn('seed', values.seed ?? '1', 0, 2 ** 31),
    speedup: numberIn('speedup', values.speedup ?? '1', 1, 100),
    soc: values.soc === undefined ? undefined : numberIn('soc', values.soc, 0, 100),
    mtbfH: values.mtbf === undefined ? undefined : mtbfOf(values.mtbf),
    faults: values.fault === undefined ? [] : faultsOf(values.fault),
    net: values.net === undefined ? goodNet : netOf(values.net),
    state: values.state,
    until: values.until === undefined ? {} : untilOf(values.until),
  };
}

function valuesOf(args: string[]) {
  try {
    return parseArgs({ args, options: known, strict: true }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'unreadable options');
  }
}

function numberIn(name: string, value: string, low: number, high: number) {
  const number = Number(value);
  if (value.trim() === '' || !(number >= low && number <= high)) {
    throw new UsageError(`--${name} ${value}: a number from ${low} to ${high}`);
  }
  return number;
}

function urlIn(name: string, value: string, protocols: RegExp) {
  if (!URL.canParse(value) || !protocols.test(new URL(value).protocol))
    throw new UsageError(`--${name} ${value}: no such address`);
  return value;
}

/** `J30C{0001..0012}` as twelve serial numbers; `--count` numbers on from the last digits. */
export function serialsOf(sn: string | undefined, count: string | undefined): string[] {
  const wanted = count === undefined ? undefined : numberIn('count', count, 1, 100_000);
  if (sn === undefined) return wanted === undefined ? [] : serialsOf('SIM0001', count);
  const [, head, first, last, tail] = /^(.*)\{(\d+)\.\.(\d+)\}(.*)$/.exec(sn) ?? [];
  const serials =
    first === undefined || last === undefined
      ? numbered(sn, wanted ?? 1)
      : Array.from(
          { length: Number(last) - Number(first) + 1 },
          (_, i) => `${head}${String(Number(first) + i).padStart(first.length, '0')}${tail}`,
        );
  const bad = serials.find((serial) => !/^[A-Za-z0-9_.:-]{1,32}$/.test(serial));
  if (serials.length === 0 || bad !== undefined) throw new UsageError(`--sn ${sn}: no serial number`);
  return serials.slice(0, wanted);
}

function numbered(sn: string, count: number) {
  if (count === 1) return [sn];
  const [, head = sn, digits = '0001'] = /^(.*?)(\d+)$/.exec(sn) ?? [];
  return Array.from(
    { length: count },
    (_, i) => `${head}${String(Number(digits) + i).padStart(digits.length, '0')}`,
  );
}

/** Working hours between faults; undefined when there are to be none. */
export function mtbfOf(value: string) {
  if (value === 'off') return undefined;
  const seconds = durationOf(value);
  if (!seconds) throw new UsageError(`--mtbf ${value}: a time such as 8h, or off`);
  return seconds / 3600;
}

function faultsOf(value: string) {
  return value.split(',').map((part) => {
    const [code = '', time = ''] = part.split('@', 2);
    const atS = durationOf(time);
    if (atS === undefined) throw new UsageError(`--fault ${part}: as 20110@90s`);
    if (!faultCodes.includes(code)) throw new UsageError(`--fault ${code}: one of ${faultCodes.join(', ')}`);
    return { code, atS };
  });
}

export function netOf(value: string) {
  const read = netProfileOf(value);
  if ('fault' in read) throw new UsageError(`--net: cannot read "${read.fault}"`);
  return read.profile;
}

function untilOf(value: string) {
  if (value.startsWith('runs=')) return { runs: numberIn('until runs', value.slice(5), 1, 1e9) };
  const seconds = durationOf(value);
  if (seconds === undefined) throw new UsageError(`--until ${value}: a time such as 10m, or runs=3`);
  return { seconds };
}
