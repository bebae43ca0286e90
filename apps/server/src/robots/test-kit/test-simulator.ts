import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import type { Registered } from './test-robot.ts';

const program = resolve(import.meta.dirname, '../../../../robot-sim/src/main.ts');

interface Simulated extends Pick<Registered, 'sn' | 'secret'> {
  model: 'J20' | 'J30' | 'J40';
  mqttUrl: string;
  /** The address for uploads; without it its reports have no files. */
  httpUrl?: string;
}

/** The simulated robot as a separate process. */
export function startSimulator(
  { sn, secret, model, mqttUrl, httpUrl }: Simulated,
  extraArgs: readonly string[] = [],
): ChildProcess {
  const target = [
    'run',
    '--url',
    mqttUrl,
    ...(httpUrl ? ['--http', httpUrl] : []),
    '--sn',
    sn,
    '--model',
    model,
  ];
  const behaviour = [`--password=${secret}`, '--speedup', '20', '--soc', '90', '--log', 'none', ...extraArgs];
  return spawn('node', [program, ...target, ...behaviour], { stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Kills the process, as a power failure would. */
export async function cutPower(simulator: ChildProcess | undefined): Promise<void> {
  if (!simulator || simulator.exitCode !== null || simulator.signalCode !== null) return;
  const exited = once(simulator, 'exit');
  simulator.kill('SIGKILL');
  await exited;
}
