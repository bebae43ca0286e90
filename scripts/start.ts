import { buildConsole, isConsoleBuilt } from './start/console-build.ts';
import { live } from './start/lifetime.ts';
import { prepare } from './start/prepare.ts';
import { step } from './start/say.ts';

/** Everything on one machine: console, server with its broker, database, demo world, simulated robots. */
await live(async (lifetime) => {
  const { lock } = await prepare(lifetime);
  if (process.env['XX'] && !isConsoleBuilt()) await step('Console', () => buildConsole(lifetime.signal));
  lifetime.signal.throwIfAborted();
  lock.setAddress('http://127.0.0.1:8080');
});
