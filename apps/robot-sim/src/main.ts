import { optionsOf, usage, UsageError } from './cli/args.ts';
import { run } from './cli/run.ts';

const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(`${usage}\n`);
} else {
  try {
    await run(optionsOf(args));
    process.exit(0);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`robotsim: ${error.message}\n\n${usage}\n`);
    process.exit(2);
  }
}
