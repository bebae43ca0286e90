import { errors, shellCalls, shellRules } from '@sweepline/contract';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { robotCleanupJob } from '../../../robots/care/robot-cleanup-service.ts';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { people } from '../../../test-kit/index.ts';
import { aShellRobot } from '../../../test-kit/shells/shell-robot.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';

const { open, close, list, recording, output, request, standing } = shellCalls;
const { mallAdmin, superAdmin } = people;

const server = sharedTestServer();
let address: string;
let robot: Awaited<ReturnType<typeof aShellRobot>>;
let count = 0;
beforeAll(async () => {
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
beforeEach(async () => {
  robot = await aShellRobot(server, address, `J30-SHELL-${++count}`);
});
afterEach(() => robot.close());

type Running = Awaited<ReturnType<typeof robot.running>>;
const untilText = ({ page }: Running, text: string) =>
  eventually(async () => (await page.text()).includes(text), text);
const closedAs = async (id: string, reason: string) => {
  expect(await robot.untilState(id, 'CLOSED')).toMatchObject({ endReason: reason });
};

test('a person types into a shell and reads what the robot shows', async () => {
  const shell = await robot.running();
  shell.page.type('uptime\r');
  await untilText(shell, '$ uptime\r\n$ ');
  expect(robot.sshd.signIns).toEqual(['diag ssh-ed25519-cert-v01@openssh.com']);
  shell.page.resize(120, 40);
  await eventually(() => robot.sshd.sizes.includes('120x40'), 'the size');
  expect(await server.ok(output, mallAdmin, { id: shell.id, from: 2 })).toMatchObject({
    from: 2,
    text: 'uptime\r\n$ ',
  });
  expect((await server.ok(open, mallAdmin, { id: shell.id })).state).toBe('RUNNING');
  await server.ok(close, mallAdmin, { id: shell.id });
  await closedAs(shell.id, 'ENDED');
  expect((await server.ok(close, mallAdmin, { id: shell.id })).state).toBe('CLOSED');
  await eventually(shell.stream.isClosed, 'the end of the connection');
  expect(robot.told('stream.close').map(({ params }) => params)).toEqual([{ sessionId: shell.id }]);
});

test('the recording has the output, and the input without a password', async () => {
  const shell = await robot.running();
  shell.page.type('sudo ls\r');
  await untilText(shell, 'Password: ');
  shell.page.type('tops3cret\r');
  await untilText(shell, 'Password: \r\n$ ');
  await server.ok(close, mallAdmin, { id: shell.id });
  await closedAs(shell.id, 'ENDED');
  const plain = await server.ok(recording, mallAdmin, { id: shell.id });
  expect(plain.input).toBeNull();
  expect(plain.output.map(([, text]) => text).join('')).toBe('$ sudo ls\r\nPassword: \r\n$ ');
  const reason = 'An audit';
  const whole = await server.ok(recording, mallAdmin, { id: shell.id, withInput: true, reason });
  expect(whole.input?.map(([, text]) => text).join('')).toBe('sudo ls\r•••••••••\r');
  const rows = await server.asOwner((sql) => sql`select kind, content from shell_pieces`);
  expect(JSON.stringify(rows)).not.toContain('tops3cret');
  expect(rows.filter(({ kind }) => kind === 'INPUT').map(({ content }) => String(content))).not.toEqual(
    expect.arrayContaining([expect.stringContaining('sudo')]),
  );
});

test('input of another sign-in is not typed', async () => {
  const shell = await robot.running();
  const other = await robot.page(superAdmin, shell.id);
  other.type('whoami\r');
  shell.page.type('uptime\r');
  await untilText(shell, 'uptime');
  expect(robot.sshd.typed).toBe('uptime\r');
  expect(other.pushed()).toEqual([]);
});

test('a shell goes on when the robot comes back, and nothing is lost or doubled', async () => {
  const shell = await robot.running();
  shell.page.type('one ');
  await untilText(shell, 'one ');
  shell.stream.cut();
  robot.sshd.print('meanwhile ');
  shell.page.type('two ');
  server.clock.advance(10_000);
  expect(await shell.stream.comeBack(address)).toBe(101);
  await untilText(shell, 'two ');
  shell.page.type('three');
  await untilText(shell, 'three');
  const words = (await shell.page.text()).replace('$ ', '').split(' ');
  expect(words.toSorted()).toEqual(['meanwhile', 'one', 'three', 'two']);
  // What was pushed has no gap.
  const pushed = shell.page.pushed();
  for (const [index, { from, text }] of pushed.entries())
    expect(pushed[index + 1]?.from ?? from + text.length).toBe(from + text.length);
  expect(robot.sshd.typed).toBe('one two three');
});

test('a shell ends when the robot does not come back, and then its token is worth nothing', async () => {
  const shell = await robot.running();
  shell.stream.cut();
  // The server learns of it first.
  await eventually(async () => {
    server.clock.advance(4_000);
    return (await robot.detail(shell.id)).state === 'CLOSED';
  }, 'the end');
  await closedAs(shell.id, 'LOST');
  expect(await shell.stream.comeBack(address)).toBe(401);
});

test.each([
  ['IDLE', 5, 30],
  ['TIME_UP', 4, 3],
])('a shell ends as %s', async (reason, afterMinutes, minutes) => {
  const shell = await robot.running(mallAdmin, { minutes });
  server.clock.advance(afterMinutes * 60_000 + 1_000);
  await closedAs(shell.id, reason);
});

test('a shell ends with the shell of the robot', async () => {
  const shell = await robot.running();
  shell.page.type('exit\r');
  await closedAs(shell.id, 'EXITED');
});

test('a robot that shows another host key than it reported gets no certificate', async () => {
  const other = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGtR1sSGqHB8TXzPyl7M2ozrHVdJ0yJ3xKu6q3Vh1o7q';
  await robot.report({ sshHostKey: other });
  await eventually(
    async () =>
      (
        await server.asOwner(
          (sql) => sql`select 1 from device_documents where document->>'sshHostKey' = ${other}`,
        )
      ).length > 0,
    'the host key',
  );
  const { id } = await robot.request(mallAdmin);
  await server.ok(open, mallAdmin, { id });
  await (await robot.stream(id)).open(address);
  expect(await robot.untilState(id, 'START_FAILED')).toMatchObject({ endReason: 'HOST_KEY' });
  expect(robot.sshd.signIns).toEqual([]);
});

test('a shell that does not start says why', async () => {
  robot.sshd.refuses = true;
  const refused = await robot.request(mallAdmin);
  await server.ok(open, mallAdmin, { id: refused.id });
  await (await robot.stream(refused.id)).open(address);
  expect(await robot.untilState(refused.id, 'START_FAILED')).toMatchObject({ endReason: 'CERTIFICATE' });
  robot.answers['stream.open'] = { status: 'REJECTED', code: 'BUSY' };
  const busy = await robot.request(mallAdmin);
  await server.ok(open, mallAdmin, { id: busy.id });
  expect(await robot.untilState(busy.id, 'START_FAILED')).toMatchObject({ endReason: 'BUSY' });
  delete robot.answers['stream.open'];
  const silent = await robot.request(mallAdmin);
  await server.ok(open, mallAdmin, { id: silent.id });
  server.clock.advance(15_001);
  expect(await robot.untilState(silent.id, 'START_FAILED')).toMatchObject({ endReason: 'TIMED_OUT' });
});

test('a second shell on a robot is refused with the name of the person who has one', async () => {
  await robot.running();
  const { id } = await robot.request(superAdmin, { breakGlass: true });
  expect((await server.send(open, superAdmin, { id })).msg).toBe(
    errors.shellTaken.texts.en.replace('{name}', 'Nick mallAdmin'),
  );
});

test('a robot that does not confirm the end is asked again, until it does', async () => {
  const shell = await robot.running();
  robot.answers['stream.close'] = { status: 'FAILED', code: 'STREAM' };
  await server.ok(close, mallAdmin, { id: shell.id });
  await robot.untilState(shell.id, 'STOP_FAILED');
  delete robot.answers['stream.close'];
  server.clock.advance(30_001);
  await closedAs(shell.id, 'ENDED');
});

test('an offline robot, and one that opens no shells, are refused', async () => {
  const plain = await server.aDevice({ model: 'PLAIN', companyId: mallAdmin.companyId });
  const input = { deviceId: plain.id, reason: 'Why', minutes: 5 };
  expect((await server.send(request, mallAdmin, input)).msg).toBe(errors.notSupported.texts.en);
  const { id } = await robot.request(mallAdmin);
  await eventually(async () => {
    await robot.robot.say('connection', { connectionState: 'OFFLINE' }, 1);
    return (await server.send(open, mallAdmin, { id })).msg === errors.deviceOffline.texts.en;
  }, 'the refusal');
});

test('whether a robot is online is asked of its owner, not of the stored state', async () => {
  const deviceId = robot.id;
  const stored = (state: 'ONLINE' | 'OFFLINE') =>
    server.asOwner((sql) => sql`update device_live set state = ${state} where id = ${deviceId}`);
  const requested = async () =>
    (await server.send(request, mallAdmin, { deviceId, reason: 'Why', minutes: 5 })).msg;
  await robot.request(mallAdmin);
  await stored('OFFLINE');
  expect((await server.ok(standing, mallAdmin, { deviceId })).online).toBe(true);
  await robot.request(mallAdmin);
  await eventually(async () => {
    await robot.robot.say('connection', { connectionState: 'OFFLINE' }, 1);
    await stored('ONLINE');
    return !(await server.ok(standing, mallAdmin, { deviceId })).online;
  }, 'the robot to be offline');
  expect(await requested()).toBe(errors.deviceOffline.texts.en);
});

test('a robot that sends something else than the pipe’s messages loses its shell', async () => {
  const shell = await robot.running();
  shell.stream.say(new Uint8Array(9).fill(200));
  await closedAs(shell.id, 'STREAM');
});

test('a shell ends when it showed as much as is recorded, and nothing of that is lost', async () => {
  const shell = await robot.running();
  robot.sshd.print('0123456789'.repeat(shellRules.maxOutput / 10));
  await closedAs(shell.id, 'OUTPUT_FULL');
  const { output: pieces } = await server.ok(recording, mallAdmin, { id: shell.id });
  const text = pieces.map(([, piece]) => piece).join('');
  expect(text.length).toBeGreaterThanOrEqual(shellRules.maxOutput);
  expect(text.slice(2)).toBe('0123456789'.repeat(shellRules.maxOutput / 10).slice(0, text.length - 2));
});

test('a shell and its recording are deleted after 180 days', async () => {
  const day = 86_400_000;
  const at = (ageMs: number) => new Date(server.clock().getTime() - ageMs).toISOString();
  const owner = { companyId: mallAdmin.companyId, deviceId: robot.id };
  const old = await server.aShellSession({ ...owner, endedAt: at(181 * day) });
  const young = await server.aShellSession({ ...owner, endedAt: at(179 * day) });
  for (const { id } of [old, young])
    await server.asOwner(
      (sql) => sql`insert into shell_pieces (id, company_id, session_id, kind, from_char, length, content)
        values (gen_random_uuid(), ${owner.companyId}, ${id}, 'OUTPUT', 0, 1, '[[0,"x"]]')`,
    );
  await robotCleanupJob(server.db, server.clock).run();
  const ids = (await server.ok(list, mallAdmin, { deviceId: robot.id })).list.map(({ id }) => id);
  expect(ids).toEqual([young.id]);
  const rows = await server.asOwner(
    (sql) => sql`select session_id from shell_pieces where session_id in (${old.id}, ${young.id})`,
  );
  expect(rows.map((row) => row['session_id'] as string)).toEqual([young.id]);
});
