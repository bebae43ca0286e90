import {
  auditCalls,
  authCalls,
  deviceCalls,
  errors,
  langs,
  permissions,
  systemLogCalls,
  taskCalls,
} from '@sweepline/contract';
import { describe, expect, test } from 'vitest';
import { sealAudit } from '../../../platform/audit/audit-chain.ts';
import { eventually } from '../../../robots/test-kit/test-gateway.ts';
import { companyIds, password, people, type Person } from '../../../test-kit/index.ts';
import { ownTestServer } from '../../../test-kit/test-server.ts';

const server = ownTestServer();

const { mallAdmin, agentAdmin, staff, otherAdmin, reader } = people;
const { register, update } = deviceCalls;
const device = {
  sn: 'A1',
  manufacturer: 'JBOT',
  model: 'J20',
  nickname: 'Otter',
  companyId: companyIds.mall,
} as const;

const refusedEntry = (reason: string) =>
  eventually(async () => {
    const { list } = await server.ok(auditCalls.list, staff, { result: 'refused' });
    return list.find((entry) => entry.code === errors[reason as 'forbidden'].code && entry);
  }, `the refusal ${reason}`);

// This is the first test: refusals of other tests are stored half a second later and would be counted here.
test('the state of the chain is visible to every reader, and verified only in the scope of all companies', async () => {
  await server.ok(register, mallAdmin, device);
  expect(await server.ok(auditCalls.chain, mallAdmin, {})).toMatchObject({
    sealed: null,
    waiting: 2,
    mayVerify: false,
  });
  await sealAudit(server.db);
  expect(await server.ok(auditCalls.chain, staff, {})).toMatchObject({
    sealed: { seq: 2 },
    waiting: 0,
    mayVerify: true,
  });
  const [entry] = (await server.ok(auditCalls.list, mallAdmin, {})).list;
  expect(entry?.sealed).toMatchObject({ seq: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(await server.ok(auditCalls.verify, staff, {})).toEqual({ links: 2, whole: true, broken: null });
  expect((await server.send(auditCalls.verify, mallAdmin, {})).code).toBe(errors.forbidden.code);
  await refusedEntry('forbidden');
});

describe('the system log', () => {
  test('an entry names account, action and record in the language of the reader', async () => {
    const { device: made } = await server.ok(register, mallAdmin, device);
    const { list, total } = await server.ok(systemLogCalls.list, mallAdmin, {});
    expect(total).toBe(1);
    expect(list[0]).toMatchObject({
      account: { username: 'mallAdmin', nickname: 'Nick mallAdmin' },
      companyName: 'Mall',
      action: 'Registered device',
      record: { id: made.id, name: 'Otter' },
    });
    const texts = await Promise.all(
      langs.map(
        async (lang) => (await server.ok(systemLogCalls.list, mallAdmin, {}, { lang })).list[0]?.action,
      ),
    );
    expect(new Set(texts).size).toBeGreaterThan(4);
    expect(texts.at(-1)).toBe('Gerät registriert');
  });

  test('the list omits refusals', async () => {
    await server.send(register, reader, device);
    await refusedEntry('forbidden');
    expect((await server.ok(systemLogCalls.list, staff, {})).total).toBe(0);
  });

  test('a sign-in is stored with its account, and a failed one without an account', async () => {
    await server.send(authCalls.login, undefined, { username: 'bare', password: 'wrong password' });
    await server.send(authCalls.login, undefined, { username: 'bare', password });
    const { list } = await server.ok(auditCalls.list, staff, { kind: 'auth', result: 'done' });
    // The account has a session, so the password alone opens none.
    expect(list).toMatchObject([
      { account: { username: 'bare' }, action: 'Entered the password while another session is open' },
    ]);
    expect(await refusedEntry('wrongCredentials')).toMatchObject({ account: { id: null, username: '' } });
  });

  test('an entry without a record name gets the current name of the record', async () => {
    const task = await server.aTask({ name: 'Night round' });
    await server.anAuditEntry({ recordId: task.id, action: 'tasks.start' });
    const [row] = (await server.ok(systemLogCalls.list, mallAdmin, {})).list;
    expect(row).toMatchObject({ action: 'Started task', record: { id: task.id, name: 'Night round' } });
  });

  test('the filter choices hold every writing call with its text', async () => {
    const { actions, kinds } = await server.ok(systemLogCalls.words, mallAdmin, {}, { lang: 'ge' });
    expect(actions).toContainEqual({ value: 'tasks.create', label: 'Auftrag angelegt', kind: 'tasks' });
    expect(kinds).toContainEqual({ value: 'devices', label: 'Gerät' });
  });
});

describe('the audit', () => {
  test('an entry shows the old and new values of each row with labels, and no secret', async () => {
    const { device: made, password: secret } = await server.ok(register, mallAdmin, device);
    await server.ok(update, mallAdmin, { id: made.id, version: 1, nickname: 'Seal' });
    const { list } = await server.ok(auditCalls.list, mallAdmin, { recordId: made.id });
    const [renamed, registered] = await Promise.all(
      list.map(({ id }) => server.ok(auditCalls.detail, mallAdmin, { id })),
    );
    expect(renamed?.changes).toMatchObject([
      {
        table: 'Device',
        record: { name: 'Seal' },
        operation: 'UPDATE',
        fields: [{ label: 'Name', before: 'Otter', after: 'Seal' }],
      },
    ]);
    expect(registered?.changes[0]?.fields).toContainEqual({
      name: 'secret_hash',
      label: 'Key',
      before: null,
      after: { hidden: true },
    });
    expect(JSON.stringify([renamed, registered])).not.toContain(secret);
  });

  test('every refusal of a signed-in account is stored with its reason, also of a read', async () => {
    await server.send(taskCalls.create, mallAdmin, {});
    expect(await refusedEntry('invalid')).toMatchObject({
      action: 'Created task',
      reason: errors.invalid.texts.en,
      result: 'refused',
    });
    await server.send(deviceCalls.detail, otherAdmin, { id: (await server.aDevice()).id });
    expect(await refusedEntry('notFound')).toMatchObject({
      account: { username: 'otherAdmin' },
      companyName: 'Other',
    });
  });

  test('the list holds entries of the caller’s company and those below it only', async () => {
    await server.ok(register, mallAdmin, device);
    await server.ok(register, agentAdmin, { ...device, sn: 'A2' });
    await server.ok(register, otherAdmin, { ...device, sn: 'A3', companyId: companyIds.other });
    const usernamesFor = async (who: typeof staff) =>
      (await server.ok(auditCalls.list, who, { result: 'done' })).list
        .map(({ account }) => account.username)
        .toSorted();
    expect(await usernamesFor(mallAdmin)).toEqual(['mallAdmin']);
    expect(await usernamesFor(agentAdmin)).toEqual(['agentAdmin', 'mallAdmin']);
    expect(await usernamesFor(otherAdmin)).toEqual(['otherAdmin']);
    expect(await usernamesFor(staff)).toEqual(['agentAdmin', 'mallAdmin', 'otherAdmin']);
    const [foreign] = (await server.ok(auditCalls.list, otherAdmin, {})).list;
    const answer = await server.send(auditCalls.detail, mallAdmin, { id: foreign?.id });
    expect(answer.code).toBe(errors.notFound.code);
    await refusedEntry('notFound');
  });

  test('the list is filtered by account, company, call, kind, record, result, address and time', async () => {
    const at = '2030-01-01T10:00:00.000Z';
    const mine = await server.anAuditEntry({
      accountId: mallAdmin.id,
      action: 'maps.rename',
      recordId: 'm1',
      recordName: 'Hall',
      address: '10.0.0.7',
      at,
    });
    const other = await server.anAuditEntry({ reason: 'wrongState', code: 409, companyId: companyIds.other });
    const idsOf = async (filters: object) =>
      (await server.ok(auditCalls.list, staff, { pageSize: 50, ...filters })).list.map(({ id }) => id);
    for (const filters of [
      { accountId: mallAdmin.id },
      { companyId: companyIds.mall },
      { action: 'maps.rename' },
      { kind: 'maps' },
      { recordId: 'm1' },
      { result: 'done' },
      { address: '10.0.0.7' },
      { keyword: 'hal' },
      { to: '2030-01-01T12:00:00.000Z' },
    ])
      expect(await idsOf(filters), JSON.stringify(filters)).toEqual([mine.id]);
    expect(await idsOf({})).toEqual(expect.arrayContaining([mine.id, other.id]));
  });

  test('bars count by hour for up to three days, and by the reader’s day for more', async () => {
    for (const at of ['2029-06-01T10:10:00.000Z', '2029-06-01T10:50:00.000Z', '2029-06-01T17:00:00.000Z'])
      await server.anAuditEntry({ at });
    await server.anAuditEntry({ at: '2029-06-01T10:20:00.000Z', reason: 'forbidden', code: 403 });
    const range = { from: '2029-06-01T00:00:00.000Z', timezone: 'Asia/Shanghai' };
    expect(await server.ok(auditCalls.bars, mallAdmin, { ...range, to: '2029-06-02T00:00:00.000Z' })).toEqual(
      {
        step: 'hour',
        bars: [
          { at: '2029-06-01T10:00:00.000Z', done: 2, refused: 1 },
          { at: '2029-06-01T17:00:00.000Z', done: 1, refused: 0 },
        ],
      },
    );
    expect(await server.ok(auditCalls.bars, mallAdmin, { ...range, to: '2029-06-08T00:00:00.000Z' })).toEqual(
      {
        step: 'day',
        bars: [
          { at: '2029-05-31T16:00:00.000Z', done: 2, refused: 1 },
          { at: '2029-06-01T16:00:00.000Z', done: 1, refused: 0 },
        ],
      },
    );
    const unknownZone = await server.send(auditCalls.bars, mallAdmin, {
      ...range,
      to: range.from,
      timezone: 'Mars/Base',
    });
    expect(unknownZone).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { timezone: expect.any(String) } },
    });
    await refusedEntry('invalid');
  });
});

describe('the export', () => {
  const month = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-31T23:59:59.999Z' };
  const exportCsv = async (who: typeof staff, input: object = month) =>
    String((await server.send(auditCalls.export, who, input)).data);

  test('is refused for more than a month', async () => {
    const answer = await server.send(auditCalls.export, staff, { ...month, to: '2030-02-02T00:00:00.000Z' });
    expect(answer).toMatchObject({ code: errors.invalid.code, data: { fields: { to: 'At most 31 days' } } });
    const backwards = await server.send(auditCalls.export, staff, { from: month.to, to: month.from });
    expect(backwards.code).toBe(errors.invalid.code);
    await refusedEntry('invalid');
    expect(await exportCsv(staff)).toMatch(/^\ufeffat,account,/);
  });

  test('covers thirty-one days in a month in which the clocks are set back', async () => {
    const october = { from: '2029-09-30T22:00:00.000Z', to: '2029-10-31T22:59:59.999Z' };
    expect(await exportCsv(staff, october)).toMatch(/^\ufeffat,account,/);
    expect(
      (await server.send(auditCalls.export, staff, { ...october, to: '2029-10-31T23:00:01.000Z' })).code,
    ).toBe(errors.invalid.code);
  });

  test('of the system log holds its entries without refusals, and needs the right to the log', async () => {
    const logger = await server.anAccount({
      companyId: companyIds.mall,
      permissionCodes: [permissions.systemLog],
    });
    await server.anAuditEntry({ accountName: 'doer', recordName: 'Otter', at: month.from });
    await server.anAuditEntry({ accountName: 'refused', reason: 'forbidden', code: 403, at: month.from });
    await server.anAuditEntry({ companyId: companyIds.other, accountName: 'foreigner', at: month.from });
    const send = async (input: object, who: Person = logger) =>
      await server.send(systemLogCalls.export, who, input);
    const [head, ...rows] = String((await send(month)).data)
      .trim()
      .split('\r\n');
    expect(head).toBe('at,account,nickname,company,action,recordId,record,address');
    expect(rows.map((line) => line.split(',')[1])).toEqual(['doer']);
    expect(String((await send({ ...month, keyword: 'nobody' })).data).trim()).toBe(head);
    expect((await send({ ...month, to: '2030-02-02T00:00:00.000Z' })).code).toBe(errors.invalid.code);
    expect((await send(month, people.reader)).code).toBe(403);
  });

  test('is complete and ordered over several batches, and holds the caller’s companies only', async () => {
    const at = (n: number) => new Date(Date.parse(month.from) + n * 1_000).toISOString();
    await server.asOwner(
      (sql) => sql`
        insert into audit_entries (id, company_id, at, account_name, call, action, code, address, request_id)
        select gen_random_uuid(), ${companyIds.mall}::uuid, ${month.from}::timestamptz + n * interval '1 second', 'u' || n, 'POST x', 'tasks.create', 200, '', 'r' || n
        from generate_series(1, 1234) n`,
    );
    await server.anAuditEntry({ companyId: companyIds.other, accountName: 'foreigner', at: at(5) });
    const lines = (await exportCsv(mallAdmin, { ...month, result: 'done' })).trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(1_234);
    expect(lines.map((line) => line.split(',')[1])).toEqual(
      Array.from({ length: 1_234 }, (_, n) => `u${n + 1}`),
    );
    expect(await exportCsv(staff)).toContain('foreigner');
  });

  test('escapes values that a spreadsheet would read as a formula', async () => {
    await server.anAuditEntry({
      recordId: 'x',
      recordName: '=HYPERLINK("http://evil")',
      accountName: '\t@cmd',
    });
    const csv = await exportCsv(mallAdmin);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(csv).toContain(`'\t@cmd`);
  });
});

test('no row of the audit holds a secret of a request or an answer', async () => {
  const canary = 'canary-Passw0rd-7261';
  const { device: made, password: secret } = await server.ok(register, mallAdmin, device, {
    headers: { 'idempotency-key': `key-${canary}` },
  });
  const renewed = await server.ok(deviceCalls.renewSecret, mallAdmin, { id: made.id });
  await server.send(authCalls.login, undefined, { username: canary, password: canary });
  await server.send(authCalls.login, undefined, { username: 'bare', password });
  await server.send(taskCalls.create, mallAdmin, { name: canary, password: canary });
  await eventually(
    async () => (await server.ok(auditCalls.list, staff, { result: 'refused' })).total >= 2,
    'refusals',
  );
  const rows = await server.asOwner(async (sql) => [
    ...(await sql`select * from audit_entries`),
    ...(await sql`select * from audit_changes`),
  ]);
  const text = JSON.stringify(rows);
  expect(rows.length).toBeGreaterThan(6);
  for (const secretText of [
    canary,
    secret,
    renewed.password,
    password,
    ...Object.values(people).map(({ token }) => token),
  ])
    expect(text).not.toContain(secretText);
  const hashes = await server.asOwner(
    (sql) =>
      sql`select password_hash as hash from accounts union select secret_hash from devices union select token_hash from sessions`,
  );
  for (const { hash } of hashes) expect(text).not.toContain(String(hash));
});
