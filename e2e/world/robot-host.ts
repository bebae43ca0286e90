import { optionsOf } from '../../apps/robot-sim/src/cli/args.ts';
import { run } from '../../apps/robot-sim/src/cli/run.ts';
import type { HostAnswer, HostRequest } from './simulator.ts';

/** Simulates the robots of many journeys in one process: loading the simulator costs more processor time than most robots. */
const stops = new Map<number, (reason: string) => void>();
const tell = (answer: HostAnswer) => process.send?.(answer);

process.on('message', ({ id, args }: HostRequest) => {
  if (!args) return void stops.get(id)?.('stopped by its journey');
  const { promise, resolve } = Promise.withResolvers<string>();
  stops.set(id, resolve);
  run(optionsOf(args), promise).then(
    () => tell({ id }),
    (error: unknown) => tell({ id, error: String(error) }),
  );
});
process.once('disconnect', () => process.exit());
