import { optionsOf } from './cli/args.ts';
import { UsageError } from './cli/option-values.ts';
import { enrol } from './cli/enrol.ts';
import { run } from './cli/run.ts';
import { usage } from './cli/usage.ts';

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(`${usage}\n`);
} else {
  try {
    const options = optionsOf(args);
    process.exit(options.command === 'activate' ? await enrol(options) : await run(options));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`robotsim: ${error.message}\n\n${usage}\n`);
    process.exit(2);
  }
}
