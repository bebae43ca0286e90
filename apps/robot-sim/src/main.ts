import { optionsOf, type Options } from './cli/args.ts';
import { UsageError } from './cli/option-values.ts';
import { phone } from './cli/phone.ts';
import { lift } from './cli/lift.ts';
import { enrol } from './cli/enrol.ts';
import { check } from './cli/check/check.ts';
import { record } from './cli/recording/record.ts';
import { replay } from './cli/recording/replay.ts';
import { scenario } from './cli/scenario/scenario.ts';
import { run } from './cli/run.ts';
import { usage } from './cli/usage.ts';

const commands: Record<Options['command'], (options: Options) => Promise<number>> = {
  run,
  activate: enrol,
  scenario,
  record,
  replay,
  check,
};

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(`${usage}\n`);
} else {
  try {
    if (args[0] === 'lift') process.exit(await lift(args.slice(1)));
    if (args[0] === 'phone') process.exit(await phone(args.slice(1)));
    const options = optionsOf(args);
    process.exit(await commands[options.command](options));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`robotsim: ${error.message}\n\n${usage}\n`);
    process.exit(2);
  }
}
