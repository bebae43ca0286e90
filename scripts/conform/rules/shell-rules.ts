import { randomBytes, randomUUID } from 'node:crypto';
import type { Robot } from '../robot.ts';
import { ownMessages, type Need, type Rule } from '../rule.ts';
import { broken } from '../verdict.ts';
import { endsAs } from './command-ends.ts';

const page = 'shell.md#session';

const reported = (robot: Robot) => robot.received.findLast(({ name }) => name === 'xReported');
const opensShells: Need = (robot) => {
  const kinds = reported(robot)?.body['streamKinds'];
  return Array.isArray(kinds) && kinds.includes('SSH')
    ? undefined
    : 'it does not name SSH in its streamKinds';
};
// Not what the console offers: it leaves a shell out whose host key is wrong, and that is what the first rule finds.
const needs = [ownMessages, opensShells];

/** The parameters of a session that the server does not know. */
const session = (): Record<string, unknown> => ({
  sessionId: randomUUID(),
  kind: 'SSH',
  token: randomBytes(24).toString('base64url'),
  resumeToken: randomBytes(24).toString('base64url'),
  user: 'diag',
  maxSeconds: 60,
});

/** The key in base64 begins with its type, as a text with its length before it. */
function checkHostKey(robot: Robot): void {
  const message = reported(robot);
  const [type = '', key = ''] = String(message?.body['sshHostKey'] ?? '').split(' ');
  const bytes = Buffer.from(key, 'base64');
  const length = bytes.length >= 4 ? bytes.readUInt32BE(0) : 0;
  if (type === '' || bytes.subarray(4, 4 + length).toString() !== type)
    broken('not a type and a key of this type in base64', message, 'sshHostKey');
}

export const shellRules: readonly Rule[] = [
  {
    id: 'SHELL-1',
    rule: 'It reports the host key of its sshd in `sshHostKey`: type, and key in base64.',
    page: 'shell.md#shell',
    needs,
    check: checkHostKey,
  },
  {
    id: 'SHELL-2',
    rule: 'It refuses a `user` that it does not have with `UNSUPPORTED`.',
    page,
    needs,
    check: async (robot) =>
      endsAs(await robot.ended('stream.open', { ...session(), user: 'root' }), 'REJECTED', 'UNSUPPORTED'),
  },
  {
    id: 'SHELL-3',
    rule: 'It refuses a session without `resumeToken` with `BAD_PARAMS`.',
    page,
    needs,
    check: async (robot) => {
      const { resumeToken: _, ...params } = session();
      endsAs(await robot.ended('stream.open', params), 'REJECTED', 'BAD_PARAMS');
    },
  },
  {
    id: 'SHELL-4',
    rule: 'It ends `stream.open` as `FAILED`, code `STREAM`, when the server refuses the token.',
    page,
    needs,
    check: async (robot) =>
      endsAs(await robot.ended('stream.open', session(), Math.max(robot.waitMs, 20_000)), 'FAILED', 'STREAM'),
  },
  {
    id: 'SHELL-5',
    rule: 'It has no session left after that: a second one is tried, and is not refused as `BUSY`.',
    page,
    needs,
    check: async (robot) =>
      endsAs(await robot.ended('stream.open', session(), Math.max(robot.waitMs, 20_000)), 'FAILED', 'STREAM'),
  },
  {
    id: 'SHELL-6',
    rule: '`stream.close` for a session that it does not have succeeds.',
    page,
    needs,
    check: async (robot) =>
      endsAs(await robot.ended('stream.close', { sessionId: randomUUID() }), 'SUCCEEDED', ''),
  },
  {
    id: 'SHELL-7',
    rule: 'Its sshd lets in a valid certificate for `diag` that a key of `sshCa` signed, and nothing else: no other key, principal, time or password.',
    page: 'shell.md#certificate',
    needs,
    check: { untested: 'the bytes of a shell go to the server itself; try it at the sshd by hand' },
  },
  {
    id: 'SHELL-8',
    rule: 'It comes back with `resumeToken` after a broken connection, and no byte is lost.',
    page: 'shell.md#pipe',
    needs,
    check: { untested: 'streams go to the server itself; open a shell and cut the line' },
  },
];
