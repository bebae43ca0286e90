import { activate, ActivationRefused } from '../wire/activation/activation.ts';
import type { Options } from './args.ts';
import { UsageError } from './option-values.ts';
import { diskOf, membersOf } from './fleet.ts';
import { printer } from './print.ts';

/** Activates robots without running them. Returns the exit status. */
export async function enrol(options: Options): Promise<number> {
  const print = printer(options.log);
  const { activate: codes = [], http = '', ca, credentialType } = options;
  const members = await membersOf(options);
  if (members.length !== codes.length)
    throw new UsageError(`${members.length} robots and ${codes.length} codes: one each`);
  let refused = 0;
  for (const [n, { sn, manufacturer, model }] of members.entries()) {
    const log = (text: string) => print({ sn }, text);
    const robot = { serialNumber: sn, manufacturer, model, disk: diskOf(options.state, sn) };
    try {
      await activate({ ...robot, http, ca, credentialType, log }, codes[n]!);
      log('activated');
    } catch (error) {
      if (!(error instanceof ActivationRefused)) throw error;
      log(`activation refused: ${error.message}`);
      refused++;
    }
  }
  return refused === 0 ? 0 : 1;
}
