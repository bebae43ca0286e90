import { parseArgs } from 'node:util';
import postgres from 'postgres';
import {
  checkChain,
  type ChainLink,
  type ChainState,
} from '../apps/server/src/platform/audit/audit-check.ts';
import { connectionOf } from '../apps/server/src/platform/embedded/connection.ts';
import { StartupError } from '../apps/server/src/platform/embedded/startup-error.ts';
import { databaseOf } from './database-of.ts';
import { say } from './start/say.ts';

/**
 * `npm run audit:verify [-- --head 1234:ab12…]`: verifies the audit chain of DATABASE_URL, else of the data folder.
 * `--head` is the head printed by an earlier run: a truncated or rebuilt chain is consistent but lacks that link.
 */
const faults = {
  removed: (what: string) => `${what} was removed.`,
  changed: (what: string) => `${what} was changed after it was sealed.`,
  reordered: (what: string) =>
    `${what} does not follow the link before it: something was put in, taken out or moved there.`,
  inserted: (what: string) => `${what} was put there past the chain.`,
};

const parseHead = (text: string): ChainLink => {
  const [seq = '', hash = ''] = text.split(':');
  if (!/^\d+$/.test(seq) || !/^[0-9a-f]{64}$/.test(hash))
    throw new StartupError('--head is a number and a hash: 1234:ab12…');
  return { seq: Number(seq), hash };
};

function verdict({ broken, links, head, start }: ChainState): string[] {
  const from =
    start.seq > 0 ? `, from link ${start.seq + 1} on; what was before is past its time and dropped` : '';
  if (!broken) return [`The audit holds: ${links} links${from}.`, `Head: ${head.seq}:${head.hash}`];
  const what = `${broken.kind === 'entry' ? 'Entry' : 'Change'} ${broken.itemId}`;
  const place = broken.seq === null ? '' : ` at link ${broken.seq}`;
  return [`The audit is broken${place}: ${faults[broken.fault](what)}`, `Up to link ${head.seq} it holds.`];
}

async function verify(): Promise<boolean> {
  const { values } = parseArgs({ options: { head: { type: 'string' } } });
  const expectedHead = values.head === undefined ? undefined : parseHead(values.head);
  const database = await databaseOf();
  const [address, socket] = connectionOf(database.url);
  const sql = postgres(address, { ...socket, max: 1, onnotice: () => {} });
  try {
    const [table] = await sql`select to_regclass('audit_seals') as name`;
    if (!table?.['name']) throw new StartupError('This database has no audit yet: start the server once.');
    // The caller of `checkChain` names the row type.
    const state = await checkChain(async <R>(text: string, values: readonly unknown[]) => [
      ...((await sql.unsafe(text, values as never[])) as unknown as R[]),
    ]);
    verdict(state).forEach((line) => say(line));
    if (state.broken || !expectedHead) return !state.broken;
    const [link] = await sql`select hash from audit_seals where seq = ${expectedHead.seq}`;
    const isSameChain =
      link?.['hash'] === expectedHead.hash || (state.start.seq >= expectedHead.seq && !link);
    if (!isSameChain)
      say(`This chain lacks the given link ${expectedHead.seq}: its end was cut or it was rebuilt.`);
    return isSameChain;
  } finally {
    await sql.end({ timeout: 5 });
    await database.stop();
  }
}

try {
  process.exitCode = (await verify()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof StartupError)) throw error;
  say(error.message);
  process.exitCode = 2;
}
