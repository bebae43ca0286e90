import { elevatorModes } from '@sweepline/contract/robot';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ElevatorModule, type ModuleSetup } from '../elevator/module.ts';
import { UsageError } from './option-values.ts';
import { stopped } from './stop.ts';

const door = z.enum(['FRONT', 'REAR']);
/** A module of the file of `--fleet`. */
const entry = z.object({
  serial: z.string(),
  manufacturer: z.string(),
  password: z.string().optional(),
  cars: z
    .array(
      z.object({
        elevatorId: z.string(),
        carId: z.string(),
        floors: z.array(z.string()).min(2),
        doors: z.array(door).min(1).default(['FRONT']),
      }),
    )
    .default([]),
  /** The numbers of its doors and gates. */
  doors: z.array(z.string()).default([]),
});

const options = {
  url: { type: 'string', default: 'mqtt://127.0.0.1:1883' },
  fleet: { type: 'string' },
  sn: { type: 'string' },
  password: { type: 'string' },
  manufacturer: { type: 'string', default: 'ACME' },
  elevator: { type: 'string', default: 'A' },
  car: { type: 'string', default: 'A' },
  floors: { type: 'string', default: '0,1,2' },
  doors: { type: 'string', default: 'FRONT' },
  gates: { type: 'string' },
  mode: { type: 'string' },
  speedup: { type: 'string', default: '1' },
} as const;

const isMode = (text: string): text is (typeof elevatorModes)[number] =>
  elevatorModes.some((mode) => mode === text);

function setupsOf(args: readonly string[]) {
  const { values } = parseArgs({ args: [...args], options });
  const speedup = Number(values.speedup);
  if (!(speedup >= 1 && speedup <= 1000)) throw new UsageError('--speedup is 1 to 1000');
  const [mode, seconds = '0'] = values.mode?.split('@') ?? [];
  if (mode !== undefined && !isMode(mode))
    throw new UsageError(`--mode is one of ${elevatorModes.join(' ')}`);
  const { url } = values;
  const modeAt = mode && { mode, afterS: Number.parseFloat(seconds) };
  if (values.fleet !== undefined) {
    const entries = z.array(entry).parse(JSON.parse(readFileSync(values.fleet, 'utf8')));
    const setups = entries.map((it): ModuleSetup => ({ ...it, password: it.password, url, speedup }));
    return { setups, modeAt };
  }
  if (values.sn === undefined) throw new UsageError('lift needs --sn or --fleet');
  const car = { elevatorId: values.elevator, carId: values.car, floors: values.floors.split(',') };
  const doors = values.doors.split(',').map((side) => door.parse(side));
  const { sn: serial, password, manufacturer } = values;
  const setup: ModuleSetup = {
    serial,
    password,
    manufacturer,
    url,
    speedup,
    cars: [{ ...car, doors }],
    doors: values.gates?.split(',') ?? [],
  };
  return { setups: [setup], modeAt };
}

/** Plays controllers of elevators until a signal. */
export async function lift(args: readonly string[], stop = stopped(undefined)): Promise<number> {
  const { setups, modeAt } = setupsOf(args);
  const modules = setups.map((setup) => new ElevatorModule(setup));
  for (const module of modules) module.start();
  const timer =
    modeAt &&
    setTimeout(() => {
      for (const module of modules) for (const car of module.cars) car.setMode(modeAt.mode);
    }, modeAt.afterS * 1000);
  await stop;
  clearTimeout(timer);
  await Promise.all(modules.map((module) => module.stop()));
  return 0;
}
