import { accountCalls, authCalls, errors, everything, permissions } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { companyIds, people, type Person } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const {
  list,
  detail,
  choices,
  register,
  update,
  disable,
  enable,
  remove,
  initPassword,
  resetPassword,
  signOut,
} = accountCalls;
const server = ownTestServer();

const { provider, agent, mall, other } = companyIds;
const outer = [
  permissions.outerAccounts,
  permissions.outerAccountCreate,
  permissions.outerAccountUpdate,
  permissions.outerAccountDisable,
  permissions.outerAccountDelete,
  permissions.outerAccountReset,
];
const cleaner = (companyId: string = mall) =>
  server.aRole({ companyId, name: 'Cleaner', permissions: [permissions.deviceList] });
const newAccount = async (overrides: object = {}) => ({
  companyId: mall,
  username: 'li.wei',
  nickname: 'Li Wei',
  roleId: (await cleaner()).id,
  ...overrides,
});
const names = async (input: object, who: Person = people.superAdmin) =>
  (await server.ok(list, who, input)).list.map(({ username }) => username);
const codeFor = async (call: typeof disable, who: Person, ...ids: string[]) =>
  (await server.send(call, who, { ids })).code;
const isSignedOut = async (who: Person) => (await server.send(authCalls.check, who, {})).code !== 200;

test('a registered account is listed, and its initial password signs in until it is changed', async () => {
  const registered = await server.ok(register, people.mallAdmin, await newAccount());
  expect(registered.account).toMatchObject({
    username: 'li.wei',
    nickname: 'Li Wei',
    companyName: 'Mall',
    roleName: 'Cleaner',
    roleType: 3,
    staffKind: 'MEMBER',
    disabled: false,
    mustChangePassword: true,
    lastSignInAt: null,
    version: 1,
  });
  expect(registered.until).toBe('2030-01-05T03:04:05.000Z');
  const login = { username: 'li.wei', password: registered.password };
  expect((await server.send(authCalls.login, undefined, login)).data).toMatchObject({
    mustChangePassword: true,
  });
  expect(await names({ keyword: 'LI WEI' })).toEqual(['li.wei']);
  const stored = await server.asOwner(
    (sql) => sql`select row_to_json(a)::text as text from accounts a
      union all select row_to_json(e)::text from audit_entries e union all select row_to_json(c)::text from audit_changes c`,
  );
  expect(stored.map(({ text }) => text).join()).not.toContain(registered.password);
});

test('a username is trimmed, full-width letters become plain ones, and case makes no difference', async () => {
  const input = await newAccount({ username: '  Ｌi．Ｗei  ' });
  const registered = await server.ok(register, people.mallAdmin, input);
  expect(registered.account.username).toBe('Li.Wei');
  const again = await server.send(
    register,
    people.mallAdmin,
    { ...input, username: 'LI.WEI' },
    { lang: 'ge' },
  );
  expect(again).toMatchObject({
    code: errors.nameTaken.code,
    msg: errors.nameTaken.texts.ge,
    data: { fields: { username: errors.nameTaken.texts.ge } },
  });
  for (const typed of ['li.wei', 'ＬＩ．ＷＥＩ ', ' Li.Wei']) {
    const { code } = await server.send(authCalls.login, undefined, {
      username: typed,
      password: registered.password,
    });
    expect(code, typed).toBe(200);
    server.clock.advance(1_000);
  }
});

test('a username of 5 or 31 characters, or with an inner space or an invisible character, is refused at its field', async () => {
  const input = await newAccount();
  for (const name of ['abcde', 'a'.repeat(31), ' abcde ', 'li  wei', 'li\u200bwei', '     ', 'li\u0000wei']) {
    const answer = await server.send(register, people.mallAdmin, { ...input, username: name });
    expect(answer, JSON.stringify(name)).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { username: expect.any(String) } },
    });
  }
  for (const name of ['abcdef', 'a'.repeat(30), '李伟李伟李伟'])
    expect((await server.send(register, people.mallAdmin, { ...input, username: name })).code, name).toBe(
      200,
    );
});

test('a name with a letter that looks like a Latin one is refused for new accounts, and an existing one signs in', async () => {
  const input = await newAccount();
  for (const name of ['mallАdmin', 'mallαdmin', 'lı.wei'])
    expect(await server.send(register, people.mallAdmin, { ...input, username: name }), name).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { username: expect.stringContaining('letters') } },
    });
  const { account, password } = await server.ok(register, people.mallAdmin, input);
  await server.asOwner((sql) => sql`update accounts set username = 'Лi.wei' where id = ${account.id}`);
  const { code } = await server.send(authCalls.login, undefined, { username: 'лi.wei', password });
  expect(code).toBe(200);
});

test('email and phone are optional and must be well-formed', async () => {
  const input = await newAccount();
  for (const wrong of [{ email: 'nobody' }, { email: 'a@b' }, { phone: 'call me' }, { phone: '12' }]) {
    const { data } = await server.send(register, people.mallAdmin, { ...input, ...wrong });
    expect(data, JSON.stringify(wrong)).toMatchObject({
      fields: { [Object.keys(wrong)[0]!]: expect.any(String) },
    });
  }
  const right = { ...input, email: 'li@mall.example', phone: '+86 (21) 5555-1234' };
  expect((await server.ok(register, people.mallAdmin, right)).account).toMatchObject({
    email: 'li@mall.example',
    phone: '+86 (21) 5555-1234',
  });
});

test('a role is required and must be of the same company', async () => {
  const { roleId: _role, ...roleless } = await newAccount();
  expect((await server.send(register, people.mallAdmin, roleless)).data).toMatchObject({
    fields: { roleId: expect.any(String) },
  });
  const elsewhere = await cleaner(other);
  for (const who of [people.mallAdmin, people.superAdmin])
    expect((await server.send(register, who, { ...roleless, roleId: elsewhere.id })).data).toMatchObject({
      reasons: { roleId: { code: 'ROLE_OF_OTHER_COMPANY' } },
    });
});

test('registering an account with more rights than the caller’s is refused', async () => {
  const creator = await server.anAccount({
    companyId: agent,
    permissionCodes: [...outer, permissions.deviceList],
  });
  const strong = await server.aRole({ companyId: mall, name: 'Strong', permissions: [permissions.taskList] });
  const boundless = await server.aRole({ companyId: mall, name: 'All', permissions: [everything] });
  const input = await newAccount();
  const refused = { code: errors.moreRights.code, msg: errors.moreRights.texts.en };
  expect(await server.send(register, creator, { ...input, roleId: strong.id })).toMatchObject(refused);
  expect(await server.send(register, creator, { ...input, roleId: boundless.id })).toMatchObject(refused);
  expect(await server.send(register, creator, { ...input, roleType: 2 })).toMatchObject(refused);
  expect(await names({ companyId: mall, keyword: 'li.wei' })).toEqual([]);
  expect((await server.send(register, creator, input)).code).toBe(200);
});

test('only super admins create super admins, only in the provider; only administrators create administrators', async () => {
  const [internalRole, outerRole] = [await cleaner(provider), await cleaner(agent)];
  const at = (companyId: string, roleId: string, roleType: number, username: string) =>
    ({ companyId, roleId, roleType, username, nickname: 'X' }) as never;
  const registerCode = async (who: Person, input: never) => (await server.send(register, who, input)).code;
  expect(await registerCode(people.superAdmin, at(provider, internalRole.id, 1, 'second.super'))).toBe(200);
  expect(await registerCode(people.superAdmin, at(agent, outerRole.id, 1, 'agent.super'))).toBe(
    errors.invalid.code,
  );
  const admin = await server.anAccount({ companyId: provider, roleType: 2, permissionCodes: [everything] });
  expect(await registerCode(admin, at(provider, internalRole.id, 1, 'third.super'))).toBe(
    errors.moreRights.code,
  );
  expect(await registerCode(admin, at(agent, outerRole.id, 2, 'agent.admin'))).toBe(200);
  expect(await registerCode(people.agentAdmin, at(agent, outerRole.id, 2, 'other.admin'))).toBe(200);
  const clerk = await server.anAccount({ companyId: agent, permissionCodes: [everything] });
  expect(await registerCode(clerk, at(agent, outerRole.id, 2, 'clerks.admin'))).toBe(errors.moreRights.code);
});

test('sales and technical support exist only in the provider, maintenance in every company', async () => {
  const input = await newAccount();
  const { data } = await server.send(register, people.mallAdmin, { ...input, staffKind: 'SALES' });
  expect(data).toMatchObject({ fields: { staffKind: expect.any(String) } });
  expect((await server.send(register, people.mallAdmin, { ...input, staffKind: 'MAINTENANCE' })).code).toBe(
    200,
  );
  const internal = {
    ...input,
    companyId: provider,
    roleId: (await cleaner(provider)).id,
    username: 'sales.one',
  };
  expect((await server.send(register, people.superAdmin, { ...internal, staffKind: 'SALES' })).code).toBe(
    200,
  );
});

test('each side of the accounts has its own codes, and the other side is answered as missing', async () => {
  const outerAdmin = await server.anAccount({ companyId: provider, roleType: 2, permissionCodes: outer });
  expect(await names({}, outerAdmin)).not.toContain('superAdmin');
  expect(await names({ side: 'INTERNAL' }, outerAdmin)).toEqual([]);
  expect(await names({ side: 'OUTER' }, outerAdmin)).toContain('mallAdmin');
  const missing = { code: errors.notFound.code };
  expect(await server.send(detail, outerAdmin, { id: people.staff.id })).toMatchObject(missing);
  expect(await server.send(update, outerAdmin, { id: people.staff.id, version: 1 })).toMatchObject(missing);
  expect(await server.send(choices, outerAdmin, { companyId: provider })).toMatchObject(missing);
  expect(await codeFor(disable, outerAdmin, people.staff.id)).toBe(errors.notFound.code);
  expect(await server.send(resetPassword, outerAdmin, { id: people.staff.id })).toMatchObject(missing);
  expect(await names({ side: 'INTERNAL' })).toEqual(expect.arrayContaining(['superAdmin', 'staff']));
  expect(await names({ side: 'INTERNAL' })).not.toContain('mallAdmin');
});

test('an administrator sees the accounts of their own company and of those below it', async () => {
  expect((await names({ sort: 'username' }, people.agentAdmin)).toSorted()).toEqual(
    ['agentAdmin', 'bare', 'mallAdmin', 'reader'].toSorted(),
  );
  expect(await names({}, people.otherAdmin)).toEqual(['otherAdmin']);
});

test('of two concurrent updates of an account the second is refused with the name of the first', async () => {
  const { account } = await server.ok(register, people.mallAdmin, await newAccount());
  const rename = (who: Person, nickname: string) =>
    server.send(update, who, { id: account.id, version: 1, nickname });
  const answers = await Promise.all([rename(people.mallAdmin, 'One'), rename(people.agentAdmin, 'Two')]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, errors.changedMeanwhile.code]);
  const late = answers.find(({ code }) => code !== 200)!;
  expect(late.msg).toMatch(/mallAdmin|agentAdmin/);
  const saved = await server.ok(detail, people.mallAdmin, { id: account.id });
  expect(saved.account).toMatchObject({ version: 2, username: 'li.wei', email: '' });
});

test('changing the role to one beyond the caller’s rights, or an account with more rights, is refused', async () => {
  const { account } = await server.ok(register, people.mallAdmin, await newAccount());
  const editor = await server.anAccount({
    companyId: mall,
    permissionCodes: [...outer, permissions.deviceList],
  });
  const strong = await server.aRole({ companyId: mall, name: 'Strong', permissions: [permissions.taskList] });
  const { id } = account;
  expect((await server.send(update, editor, { id, version: 1, roleId: strong.id })).code).toBe(
    errors.moreRights.code,
  );
  await server.ok(update, people.mallAdmin, { id, version: 1, roleId: strong.id });
  for (const act of [
    server.send(update, editor, { id, version: 2, nickname: 'Mine' }),
    server.send(resetPassword, editor, { id }),
    server.send(disable, editor, { ids: [id] }),
    server.send(remove, editor, { ids: [id] }),
  ])
    expect(await act).toMatchObject({ code: 403, msg: errors.moreRights.texts.en });
  expect((await server.ok(detail, editor, { id })).account.acts).toEqual([]);
});

test('a lost role takes effect at the next call', async () => {
  const holder = await server.anAccount({
    companyId: mall,
    permissionCodes: [permissions.deviceList, permissions.outerAccounts],
  });
  expect((await server.send(list, holder, {})).code).toBe(200);
  await server.ok(update, people.mallAdmin, { id: holder.id, version: 1, roleId: (await cleaner()).id });
  expect((await server.send(list, holder, {})).code).toBe(errors.forbidden.code);
});

test('disabling, deleting, resetting or demoting the own account is refused; its nickname may change', async () => {
  const { id } = people.mallAdmin;
  const refused = { msg: errors.ownAccount.texts.en };
  expect(await server.send(disable, people.mallAdmin, { ids: [id] })).toMatchObject(refused);
  expect(await server.send(remove, people.mallAdmin, { ids: [people.reader.id, id] })).toMatchObject(refused);
  expect(await server.send(resetPassword, people.mallAdmin, { id })).toMatchObject(refused);
  expect(await server.send(update, people.mallAdmin, { id, version: 1, roleType: 3 })).toMatchObject(refused);
  const roleId = (await cleaner()).id;
  expect(await server.send(update, people.mallAdmin, { id, version: 1, roleId })).toMatchObject(refused);
  expect(await server.ok(update, people.mallAdmin, { id, version: 1, nickname: 'Me' })).toMatchObject({
    nickname: 'Me',
    acts: ['update'],
  });
});

test('the last enabled super admin cannot be disabled, deleted or demoted', async () => {
  const { id } = people.superAdmin;
  const refused = { msg: errors.lastSuperAdmin.texts.en };
  await server.anAccount({ companyId: provider, roleType: 1 });
  await server.asOwner((sql) => sql`update accounts set disabled = true where role_type = 1 and id <> ${id}`);
  expect(await server.send(disable, people.superAdmin, { ids: [id] })).toMatchObject(refused);
  expect(await server.send(remove, people.superAdmin, { ids: [id] })).toMatchObject(refused);
  expect(await server.send(update, people.superAdmin, { id, version: 1, roleType: 3 })).toMatchObject(
    refused,
  );
});

test('of two super admins who disable each other concurrently one stays enabled', async () => {
  for (let round = 0; round < 5; round++) {
    await server.reset();
    const second = await server.anAccount({ companyId: provider, roleType: 1 });
    const codes = await Promise.all([
      codeFor(disable, people.superAdmin, second.id),
      codeFor(disable, second, people.superAdmin.id),
    ]);
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    const remaining = await server.asOwner(
      (sql) => sql`select id from accounts where role_type = 1 and not disabled`,
    );
    expect(remaining).toHaveLength(1);
  }
  expect(server.faults).toEqual([]);
});

test('disabling, deleting and resetting an account sign it out everywhere', async () => {
  const disabled = await server.anAccount();
  await server.ok(disable, people.mallAdmin, { ids: [disabled.id, people.bare.id] });
  expect(await isSignedOut(disabled)).toBe(true);
  expect(await isSignedOut(people.bare)).toBe(true);
  expect(await names({ state: 'DISABLED' })).toEqual(expect.arrayContaining([disabled.username, 'bare']));
  await server.ok(enable, people.mallAdmin, { ids: [disabled.id] });
  expect(await names({ state: 'DISABLED' })).toEqual(['bare']);
  expect(await isSignedOut(disabled)).toBe(true);

  const reset = await server.anAccount();
  await server.ok(resetPassword, people.mallAdmin, { id: reset.id });
  expect(await isSignedOut(reset)).toBe(true);

  const deleted = await server.anAccount();
  await server.ok(remove, people.mallAdmin, { ids: [deleted.id] });
  expect(await isSignedOut(deleted)).toBe(true);
  expect(await names({ keyword: deleted.username })).toEqual([]);
});

test('a call with one missing id among several changes none of them', async () => {
  for (const call of [disable, enable, remove]) {
    const ids = [people.reader.id, people.bare.id, people.otherAdmin.id];
    expect(await codeFor(call, people.mallAdmin, ...ids)).toBe(errors.notFound.code);
    expect(await codeFor(call, people.mallAdmin, people.reader.id, server.newId())).toBe(
      errors.notFound.code,
    );
  }
  expect(await names({ state: 'DISABLED' })).toEqual([]);
  expect(await names({ companyId: mall, sort: 'username' })).toEqual(['bare', 'mallAdmin', 'reader']);
});

test('init renews only a password that was never changed; reset applies to each account', async () => {
  const { account, password } = await server.ok(register, people.mallAdmin, await newAccount());
  const { id } = account;
  server.clock.advance(80 * 3_600_000);
  await server.asOwner((sql) => sql`update sessions set last_seen_at = ${server.clock().toISOString()}`);
  const renewed = await server.ok(initPassword, people.mallAdmin, { id });
  expect(renewed.password).not.toBe(password);
  const login = { username: 'li.wei', password: renewed.password };
  expect((await server.send(authCalls.login, undefined, login)).code).toBe(200);
  expect((await server.send(initPassword, people.mallAdmin, { id: people.reader.id })).code).toBe(
    errors.wrongState.code,
  );
  await server.ok(resetPassword, people.mallAdmin, { id: people.reader.id });
  const { acts } = (await server.ok(detail, people.mallAdmin, { id: people.reader.id })).account;
  expect(acts).toContain('init');
});

test('the choices list roles with grantable, role types and staff kinds by the caller’s rights', async () => {
  const strong = await server.aRole({ companyId: mall, name: 'Strong', permissions: [everything] });
  const creator = await server.anAccount({
    companyId: mall,
    permissionCodes: [...outer, permissions.deviceList],
  });
  await cleaner();
  const offered = await server.ok(choices, creator, { companyId: mall });
  expect(offered.roles).toContainEqual({ id: strong.id, name: 'Strong', grantable: false });
  expect(offered.roles).toContainEqual({ id: expect.any(String), name: 'Cleaner', grantable: true });
  expect(offered).toMatchObject({ roleTypes: [3], staffKinds: ['MEMBER', 'MAINTENANCE'] });
  expect(await server.ok(choices, people.superAdmin, { companyId: provider })).toMatchObject({
    roleTypes: [1, 2, 3],
    staffKinds: ['MEMBER', 'SALES', 'FAE', 'MAINTENANCE'],
  });
});

test('an administrator ends the session of an account, which reads why and may sign in again', async () => {
  expect((await server.ok(detail, people.mallAdmin, { id: people.reader.id })).session).not.toBeNull();
  await server.ok(signOut, people.mallAdmin, { id: people.reader.id });
  const { code, msg } = await server.send(authCalls.check, people.reader, {});
  expect([code, msg]).toEqual([errors.signedOut.code, errors.endedByAdministrator.texts.en]);
  expect((await server.ok(detail, people.mallAdmin, { id: people.reader.id })).session).toBeNull();
  const refused = async (who: Person, id: string) => (await server.send(signOut, who, { id })).code;
  expect(await refused(people.mallAdmin, people.superAdmin.id)).toBe(errors.notFound.code);
  expect(await refused(people.mallAdmin, people.mallAdmin.id)).toBe(errors.ownAccount.code);
});
