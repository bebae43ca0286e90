import { parseArgs } from 'node:util';
import { isSimModel, modelNames, type SimModel } from '../robot/spec.ts';
import type { CredentialType } from '../wire/activation/activation.ts';
import { goodNet, type NetProfile } from '../wire/connection/net-profile.ts';
import { isWorldName, worldNames } from '../world/built-in.ts';
import { faultOptionsOf, type FaultOptions } from './fault-option.ts';
import type { Entry } from './fleet.ts';
import { updateOptionsOf, type UpdateOptions } from './update-options.ts';
import {
  editsOf,
  netOf,
  numberIn,
  offlineOf,
  pemIn,
  portIn,
  skewIn,
  untilOf,
  urlIn,
  UsageError,
  wearOf,
} from './option-values.ts';

/** The commands, and whether each is about a file. */
const commands = {
  run: false,
  activate: false,
  scenario: true,
  record: false,
  replay: true,
  check: false,
};
type Command = keyof typeof commands;
const isCommand = (name: string): name is Command => Object.hasOwn(commands, name);

export interface Options extends FaultOptions, UpdateOptions {
  command: Command;
  /** The file of a scenario or a recording. */
  file: string | undefined;
  /** Where `record` writes to. */
  out: string | undefined;
  /** Where `run` records the messages of its robots. */
  recordTo: string | undefined;
  /** The session token for calls of a scenario. */
  token: string | undefined;
  /** Activation codes; undefined for robots that have a credential. */
  activate: string[] | undefined;
  credentialType: CredentialType;
  /** PEM. */
  ca: string | undefined;
  url: string;
  /** Whether `url` was given; else the broker that the activation named comes first. */
  urlGiven: boolean;
  http: string | undefined;
  fleet: string | undefined;
  /** The robots of a scenario, in place of a fleet file. */
  entries?: Entry[];
  serials: string[];
  model: SimModel;
  world: string;
  map: string | undefined;
  start: string | undefined;
  /** The place of the charger on the floor of `map`, which has none. */
  dock: string | undefined;
  user: string | undefined;
  password: string | undefined;
  manufacturer: string;
  vda: string;
  light: boolean;
  habit: boolean;
  seed: number;
  speedup: number;
  soc: number | undefined;
  /** Remaining percent of consumables at first, by id. */
  wear: Record<string, number>;
  /** A loss of the network, in real seconds since the start. */
  offline: { atS: number; lastsS: number } | undefined;
  edits: { key: string; value: unknown; atS: number }[];
  net: NetProfile;
  /** How far the robot's clock is ahead of the true time. */
  clockSkewMs: number;
  state: string | undefined;
  until: { seconds?: number; runs?: number };
  operatorPort: number | undefined;
  log: 'text' | 'json' | 'none';
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const optionTypes = {
  'operator-port': text,
  activate: text,
  code: text,
  credential: text,
  ca: text,
  url: text,
  http: text,
  fleet: text,
  sn: text,
  count: text,
  model: text,
  world: text,
  map: text,
  start: text,
  dock: text,
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
  repair: text,
  relapse: text,
  wear: text,
  offline: text,
  edit: text,
  net: text,
  'ota-fail': text,
  'power-cut': text,
  'clock-skew': text,
  state: text,
  until: text,
  log: text,
  out: text,
  record: text,
  token: text,
} as const;

/** Parses the command line. Throws a UsageError that names the wrong option. */
export function optionsOf(args: readonly string[]): Options {
  const { command, file, values } = commandIn(args);
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
    command,
    file,
    out: values.out,
    recordTo: values.record,
    token: values.token,
    model,
    world,
    vda,
    log,
    manufacturer,
    ...activationIn(command, values),
    urlGiven: values.url !== undefined,
    url: urlIn('url', values.url ?? 'mqtt://127.0.0.1:1883', /^(mqtts?|wss?|tcp):$/),
    http: values.http === undefined ? undefined : urlIn('http', values.http, /^https?:$/),
    fleet: values.fleet,
    serials: serialsOf(values.sn, values.count),
    map: values.map,
    start: values.start,
    dock: values.dock,
    user: values.user,
    password: values.password,
    light: values.light ?? false,
    habit: values.habit ?? false,
    seed: numberIn('seed', values.seed ?? '1', 0, 2 ** 31),
    speedup: numberIn('speedup', values.speedup ?? '1', 1, 1000),
    soc: values.soc === undefined ? undefined : numberIn('soc', values.soc, 0, 100),
    ...faultOptionsOf(values),
    wear: values.wear === undefined ? {} : wearOf(values.wear),
    offline: values.offline === undefined ? undefined : offlineOf(values.offline),
    ...updateOptionsOf(values),
    edits: values.edit === undefined ? [] : editsOf(values.edit),
    net: values.net === undefined ? goodNet : netOf(values.net),
    clockSkewMs: skewIn(values['clock-skew'] ?? '0s'),
    state: values.state,
    until: values.until === undefined ? {} : untilOf(values.until),
    operatorPort: portIn(values['operator-port']),
  };
}

/** The command, its file and the values of its options. */
function commandIn(args: readonly string[]) {
  const [command, ...rest] = args;
  if (command === undefined || !isCommand(command))
    throw new UsageError(command ? `unknown command ${command}` : 'a command is missing');
  const { values, positionals } = valuesOf(rest, commands[command]);
  const [file, ...more] = positionals;
  if (commands[command] && (file === undefined || more.length > 0))
    throw new UsageError(`${command} needs one file`);
  return { command, file, values };
}

/** The options for unprovisioned robots. */
function activationIn(
  command: Command,
  { activate, code, credential = 'password', ca, http, state }: ReturnType<typeof valuesOf>['values'],
): Pick<Options, 'activate' | 'credentialType' | 'ca'> {
  const codes = command === 'activate' ? code : activate;
  if (command === 'activate' && (code === undefined || state === undefined))
    throw new UsageError('activate needs --code and --state');
  if (codes !== undefined && http === undefined) throw new UsageError('--http: where codes are brought to');
  if (credential !== 'password' && credential !== 'certificate')
    throw new UsageError(`--credential ${credential}: certificate or password`);
  return {
    activate: codes?.split(','),
    credentialType: credential === 'certificate' ? 'CERTIFICATE' : 'PASSWORD',
    ca: ca === undefined ? undefined : pemIn(ca),
  };
}

function valuesOf(args: string[], allowPositionals: boolean) {
  try {
    return parseArgs({ args, options: optionTypes, strict: true, allowPositionals });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'unreadable options');
  }
}

/** Expands `J30C{0001..0012}` to twelve serial numbers; `--count` continues from the last digits. */
export function serialsOf(sn: string | undefined, count: string | undefined): string[] {
  const limit = count === undefined ? undefined : numberIn('count', count, 1, 100_000);
  if (sn === undefined) return limit === undefined ? [] : serialsOf('SIM0001', count);
  const [, head, first, last, tail] = /^(.*)\{(\d+)\.\.(\d+)\}(.*)$/.exec(sn) ?? [];
  const serials =
    first === undefined || last === undefined
      ? numbered(sn, limit ?? 1)
      : Array.from(
          { length: Number(last) - Number(first) + 1 },
          (_, i) => `${head}${String(Number(first) + i).padStart(first.length, '0')}${tail}`,
        );
  const bad = serials.find((serial) => !/^[A-Za-z0-9_.:-]{1,32}$/.test(serial));
  if (serials.length === 0 || bad !== undefined) throw new UsageError(`--sn ${sn}: no serial number`);
  return serials.slice(0, limit);
}

function numbered(sn: string, count: number) {
  if (count === 1) return [sn];
  const [, head = sn, digits = '0001'] = /^(.*?)(\d+)$/.exec(sn) ?? [];
  return Array.from(
    { length: count },
    (_, i) => `${head}${String(Number(digits) + i).padStart(digits.length, '0')}`,
  );
}
