import { errors, shellCalls, shellRules, shellTopic, type ShellStanding } from '@sweepline/contract';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { aSocket } from '../../../test-kit/builders/drivable.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { rightsChanged } from '../../people/auth/session-service.ts';
import { aShellRobot } from '../../../test-kit/shells/shell-robot.ts';
import { shellChanged } from './shell-channel-service.ts';
import { expireShells } from './shell-expiry.ts';
import { sharedTestServer } from '../../../test-kit/test-server.ts';

const { approve, refuse, open, close, detail, list, join, policy, setPolicy, request, standing } = shellCalls;
const { mallAdmin, staff, superAdmin, agentAdmin, otherAdmin, reader, bare } = people;
const [notFound, forbidden] = [errors.notFound.code, 403];

const server = sharedTestServer();
let address: string;
let robot: Awaited<ReturnType<typeof aShellRobot>>;
let count = 0;
beforeAll(async () => {
  address = (await server.app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
});
beforeEach(async () => {
  robot = await aShellRobot(server, address, `J30-APPROVE-${++count}`);
});
afterEach(() => robot.close());

const codeOf = async (...[call, who, input]: Parameters<typeof server.send>) =>
  (await server.send(call, who, input)).code;
/** The templates of the notices about this robot, with the account that got each. */
const notices = async () =>
  (
    await server.asOwner(
      (sql) =>
        sql`select template, account_id, company_id from notices where about_id = ${robot.id} order by created_at, id`,
    )
  ).map((row) => [row['template'], row['account_id'] ?? row['company_id']] as const);
const ownerApproves = (isNeeded: boolean) =>
  server.ok(setPolicy, mallAdmin, { companyId: companyIds.mall, ownerApproves: isNeeded });

test('staff of the provider needs the approval of a second person of its company', async () => {
  const { id, state, approvals } = await robot.request(staff);
  expect({ state, approvals }).toEqual({
    state: 'REQUESTED',
    approvals: [{ side: 'REQUESTER', by: null, at: null }],
  });
  expect(await codeOf(open, staff, { id })).toBe(errors.wrongState.code);
  expect(await codeOf(approve, staff, { id })).toBe(errors.ownApproval.code);
  // Of other companies.
  expect(await codeOf(approve, mallAdmin, { id })).toBe(forbidden);
  expect(await codeOf(approve, agentAdmin, { id })).toBe(forbidden);
  expect(await codeOf(approve, otherAdmin, { id })).toBe(notFound);
  expect(await notices()).toEqual([['shellRequested', superAdmin.id]]);
  const approved = await server.ok(approve, superAdmin, { id });
  expect(approved).toMatchObject({ state: 'APPROVED', approvals: [{ by: { name: 'Nick superAdmin' } }] });
  expect(await codeOf(approve, superAdmin, { id })).toBe(errors.wrongState.code);
  await server.ok(open, staff, { id });
  expect(await notices()).toEqual([
    ['shellRequested', superAdmin.id],
    ['shellApproved', staff.id],
    ['shellOpened', companyIds.mall],
  ]);
});

test('a company that asks for its own approval gets both', async () => {
  await ownerApproves(true);
  const { id } = await robot.request(staff);
  expect(await server.ok(approve, mallAdmin, { id })).toMatchObject({
    state: 'REQUESTED',
    approvals: [
      { side: 'REQUESTER', by: null },
      { side: 'OWNER', by: { name: 'Nick mallAdmin', company: 'Mall' } },
    ],
  });
  expect(await codeOf(approve, mallAdmin, { id })).toBe(forbidden);
  expect((await server.ok(approve, superAdmin, { id })).state).toBe('APPROVED');
  const own = await robot.request(mallAdmin);
  expect(own.approvals).toMatchObject([{ side: 'OWNER' }]);
  expect(await codeOf(approve, mallAdmin, { id: own.id })).toBe(errors.ownApproval.code);
  await ownerApproves(false);
  expect((await robot.request(mallAdmin)).state).toBe('APPROVED');
});

test('only the company itself decides whether its approval is needed', async () => {
  const input = { companyId: companyIds.mall, ownerApproves: true };
  expect(await codeOf(setPolicy, agentAdmin, input)).toBe(forbidden);
  expect(await codeOf(setPolicy, otherAdmin, input)).toBe(notFound);
  await ownerApproves(true);
  expect(await server.ok(policy, agentAdmin, { companyId: companyIds.mall })).toMatchObject({
    ownerApproves: true,
    changedBy: 'Nick mallAdmin',
  });
  await ownerApproves(false);
});

test('a refusal is told to the requester with its reason', async () => {
  const { id } = await robot.request(staff);
  await server.ok(refuse, superAdmin, { id, reason: 'Not today' });
  expect(await server.ok(detail, staff, { id })).toMatchObject({
    state: 'REFUSED',
    refusal: 'Not today',
    endedBy: 'Nick superAdmin',
  });
  expect((await notices()).at(-1)).toEqual(['shellRefused', staff.id]);
});

test('a request and an approval that are not used expire', async () => {
  const first = await robot.request(staff);
  server.clock.advance(shellRules.openWithinMs);
  expect((await server.ok(detail, staff, { id: first.id })).state).toBe('EXPIRED');
  expect(await codeOf(approve, superAdmin, { id: first.id })).toBe(errors.wrongState.code);
  const second = await robot.request(mallAdmin);
  server.clock.advance(shellRules.openWithinMs);
  await robot.unlock(mallAdmin);
  expect(await codeOf(open, mallAdmin, { id: second.id })).toBe(errors.wrongState.code);
  const of = async (state: 'EXPIRED' | 'REQUESTED' | 'APPROVED') =>
    (await server.ok(list, superAdmin, { deviceId: robot.id, state: [state] })).total;
  expect([await of('EXPIRED'), await of('REQUESTED'), await of('APPROVED')]).toEqual([2, 0, 0]);
});

test('the pages of the requester and the approver hear once that a request expired, over two servers', async () => {
  const { id } = await robot.request(staff);
  const pages = [await aSocket(server, address, staff), await aSocket(server, address, superAdmin)];
  const { name } = shellTopic(robot.id);
  // The server has checked what it sends.
  const pushedTo = (page: (typeof pages)[number]) => page.on(name) as unknown as ShellStanding[];
  for (const page of pages) page.say({ subscribe: name });
  await eventually(async () => {
    server.bus.publish(shellChanged(robot.id), { deviceId: robot.id });
    return pages.every((page) => pushedTo(page).at(-1)?.session?.state === 'REQUESTED');
  }, 'the subscriptions');
  const changes: unknown[] = [];
  const stop = server.bus.subscribe(shellChanged(robot.id), ({ content }) => void changes.push(content));
  server.clock.advance(shellRules.openWithinMs - 1);
  const needs = { db: server.db, bus: server.bus, now: server.clock };
  await expireShells(needs);
  expect(changes).toEqual([]);
  server.clock.advance(1);
  await Promise.all([expireShells(needs), expireShells(needs)]);
  await eventually(
    () => pages.every((page) => pushedTo(page).at(-1)?.session?.state === 'EXPIRED'),
    'the end at both pages',
  );
  expect(changes).toEqual([{ deviceId: robot.id }]);
  const rows = await server.asOwner(
    (sql) => sql`select state, ended_at = open_until as at_deadline from shell_sessions where id = ${id}`,
  );
  expect(rows).toMatchObject([{ state: 'EXPIRED', at_deadline: true }]);
  stop();
  for (const page of pages) page.close();
});

test('a super admin opens a shell without approvals, and everyone concerned is notified', async () => {
  const breakGlass = true;
  await robot.unlock(staff);
  const input = { deviceId: robot.id, reason: 'An emergency', minutes: 5, breakGlass };
  expect(await codeOf(request, staff, input)).toBe(forbidden);
  const session = await robot.request(superAdmin, { breakGlass });
  expect(session).toMatchObject({ state: 'APPROVED', brokeGlass: true, approvals: [{ by: null }] });
  expect((await notices()).toSorted()).toEqual(
    [
      ['shellWithoutApproval', companyIds.mall],
      ['shellWithoutApproval', staff.id],
    ].toSorted(),
  );
});

test('the control password is needed to request and to open a shell', async () => {
  const input = { deviceId: robot.id, reason: 'Why', minutes: 5 };
  expect((await server.send(request, mallAdmin, input)).msg).toBe(errors.controlLocked.texts.en);
  expect(await robot.standing(mallAdmin)).toMatchObject({ passwordDue: true, mayRequest: true });
  const { id } = await robot.request(mallAdmin);
  server.clock.advance(16 * 60_000);
  expect((await server.send(open, mallAdmin, { id })).msg).toBe(errors.controlLocked.texts.en);
  await robot.unlock(mallAdmin);
  await server.ok(open, mallAdmin, { id });
});

test('people without the permission, of other companies and with a share open no shell', async () => {
  const input = { deviceId: robot.id, reason: 'Why', minutes: 5 };
  expect(await codeOf(request, bare, input)).toBe(forbidden);
  expect(await codeOf(request, reader, input)).toBe(forbidden);
  await server.aShare({ deviceId: robot.id, accountId: otherAdmin.id, rights: ['VIDEO', 'CONTROL'] });
  expect(await codeOf(request, otherAdmin, input)).toBe(notFound);
  expect(await codeOf(standing, otherAdmin, { deviceId: robot.id })).toBe(notFound);
  const { id } = await robot.request(mallAdmin);
  for (const call of [open, close, detail, join])
    expect(await codeOf(call, otherAdmin, { id })).toBe(notFound);
  expect(await codeOf(open, superAdmin, { id })).toBe(forbidden);
});

test('a request may be withdrawn, and a second one takes its place', async () => {
  const first = await robot.request(staff);
  const second = await robot.request(staff);
  expect((await server.ok(detail, staff, { id: first.id })).state).toBe('CLOSED');
  expect((await robot.standing(superAdmin)).session).toMatchObject({ id: second.id, may: { approve: true } });
  expect((await server.ok(close, staff, { id: second.id })).state).toBe('CLOSED');
  expect(robot.told('stream.open')).toEqual([]);
});

test('a page gets a request and what its reader may do with it', async () => {
  const page = await aSocket(server, address, superAdmin);
  const { name } = shellTopic(robot.id);
  page.say({ subscribe: name });
  const newest = () => page.on(name).at(-1) as unknown as ShellStanding | undefined;
  await eventually(async () => {
    await robot.request(staff);
    return newest()?.session?.may.approve;
  }, 'the request');
  page.close();
});

test('an observer joins, reads, is named, and does not type', async () => {
  const { id, page } = await robot.running();
  expect(await codeOf(join, reader, { id })).toBe(forbidden);
  await server.ok(join, staff, { id });
  expect(await server.ok(detail, mallAdmin, { id })).toMatchObject({
    observers: [{ name: 'Nick staff', company: 'Sweepline' }],
  });
  const observer = await robot.page(staff, id);
  const stranger = await robot.page(superAdmin, id);
  await eventually(() => {
    page.type('x');
    return observer.pushed().some(({ text }) => text.includes('x'));
  }, 'the output');
  expect(stranger.pushed()).toEqual([]);
  expect(await codeOf(shellCalls.output, superAdmin, { id, from: 0 })).toBe(forbidden);
  expect((await server.ok(shellCalls.output, staff, { id, from: 0 })).text).toContain('$ x');
});

const asOwner = (text: string) => server.asOwner((sql) => sql.unsafe(text));
/** What ends the right of the person at a shell, and what takes it back. */
const endings: [name: string, act: string, undo: string][] = [
  [
    'a lost permission',
    `update accounts set role_id = null where id = '${mallAdmin.id}'`,
    `update accounts set role_id = (select id from roles where company_id = '${companyIds.mall}' order by cardinality(permissions) desc limit 1) where id = '${mallAdmin.id}'`,
  ],
  [
    'a disabled account',
    `update accounts set disabled = true where id = '${mallAdmin.id}'`,
    `update accounts set disabled = false where id = '${mallAdmin.id}'`,
  ],
  [
    'a frozen company',
    `update companies set frozen_at = now() where id = '${companyIds.mall}'`,
    `update companies set frozen_at = null where id = '${companyIds.mall}'`,
  ],
  [
    'a session that ended',
    `update sessions set ended_at = now() where account_id = '${mallAdmin.id}'`,
    `update sessions set ended_at = null where account_id = '${mallAdmin.id}'`,
  ],
];

test.each(endings)('%s ends the shell', async (_name, act, undo) => {
  const { id, stream } = await robot.running();
  await asOwner(act);
  const row = async () =>
    (await server.asOwner((sql) => sql`select state, end_reason from shell_sessions where id = ${id}`))[0];
  await eventually(async () => {
    server.clock.advance(1_000);
    return (await row())?.['state'] === 'CLOSED';
  }, 'the end');
  expect(await row()).toMatchObject({ end_reason: 'RIGHT_ENDED' });
  await eventually(stream.isClosed, 'the end of the connection');
  await asOwner(undo);
  server.bus.publish(rightsChanged, {});
});

test('a frozen company that approved a shell ends it', async () => {
  const { id } = await robot.request(agentAdmin);
  // A colleague approved it.
  const by = { accountId: staff.id, name: 'Nick', company: 'Other', companyId: companyIds.other };
  const approvals = JSON.stringify([{ side: 'REQUESTER', by, at: server.clock().toISOString() }]);
  await asOwner(
    `update shell_sessions set state = 'APPROVED', approvals = '${approvals}' where id = '${id}'`,
  );
  await server.ok(open, agentAdmin, { id });
  await (await robot.stream(id)).open(address);
  await robot.untilState(id, 'RUNNING');
  await asOwner(`update companies set frozen_at = now() where id = '${companyIds.other}'`);
  await eventually(async () => {
    server.clock.advance(1_000);
    return (await robot.detail(id)).state === 'CLOSED';
  }, 'the end');
  expect(await robot.detail(id)).toMatchObject({ endReason: 'RIGHT_ENDED' });
  await asOwner(`update companies set frozen_at = null where id = '${companyIds.other}'`);
  server.bus.publish(rightsChanged, {});
});
