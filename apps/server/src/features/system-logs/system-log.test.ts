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
import { sealAudit } from '../../platform/audit/audit-chain.ts';
import { eventually } from '../../robots/test-kit/test-gateway.ts';
import { companyIds, password, people, type Person } from '../../test-kit/index.ts';
import { testServer } from '../../test-kit/test-server.ts';

const server = testServer();

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

// First of all: refusals of other tests are entered half a second late and would be counted here.
test('the chain’s state is told to everyone, and walked for those who see the whole of it', async () => {
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
  test('says in the reader’s words who did what to which record', async () => {
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

  test('tells what was done and not what was refused', async () => {
    await server.send(register, reader, device);
    await refusedEntry('forbidden');
    expect((await server.ok(systemLogCalls.list, staff, {})).total).toBe(0);
  });

  test('signing in is told under the name of whoever signed in, and a failure of nobody’s', async () => {
    await server.send(authCalls.login, undefined, { username: 'bare', password: 'wrong password' });
    await server.send(authCalls.login, undefined, { username: 'bare', password });
    const { list } = await server.ok(auditCalls.list, staff, { kind: 'auth', result: 'done' });
    expect(list.map(({ action }) => action)).toContain('Signed in');
    expect(await refusedEntry('wrongCredentials')).toMatchObject({ account: { id: null, username: '' } });
  });

  test('names a record that was not changed itself by what it is called now', async () => {
    const task = await server.aTask({ name: 'Night round' });
    await server.anAuditEntry({ recordId: task.id, action: 'tasks.start' });
    const [row] = (await server.ok(systemLogCalls.list, mallAdmin, {})).list;
    expect(row).toMatchObject({ action: 'Started task', record: { id: task.id, name: 'Night round' } });
  });

  test('offers every call that changes something as a filter, in words', async () => {
    const { actions, kinds } = await server.ok(systemLogCalls.words, mallAdmin, {}, { lang: 'ge' });
    expect(actions).toContainEqual({ value: 'tasks.create', label: 'Auftrag angelegt', kind: 'tasks' });
    expect(kinds).toContainEqual({ value: 'devices', label: 'Gerät' });
  });
});

describe('the audit', () => {
  test('shows before and after of each row, columns in words, and no secret', async () => {
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
        fields: [{ label: 'Nickname', before: 'Otter', after: 'Seal' }],
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

  test('every refusal of somebody signed in is there with its reason, reads as well', async () => {
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

  test('one sees what people of one’s own companies did, and nothing from above or beside', async () => {
    await server.ok(register, mallAdmin, device);
    await server.ok(register, agentAdmin, { ...device, sn: 'A2' });
    await server.ok(register, otherAdmin, { ...device, sn: 'A3', companyId: companyIds.other });
    const seen = async (who: typeof staff) =>
      (await server.ok(auditCalls.list, who, { result: 'done' })).list
        .map(({ account }) => account.username)
        .toSorted();
    expect(await seen(mallAdmin)).toEqual(['mallAdmin']);
    expect(await seen(agentAdmin)).toEqual(['agentAdmin', 'mallAdmin']);
    expect(await seen(otherAdmin)).toEqual(['otherAdmin']);
    expect(await seen(staff)).toEqual(['agentAdmin', 'mallAdmin', 'otherAdmin']);
    const [foreign] = (await server.ok(auditCalls.list, otherAdmin, {})).list;
    const answer = await server.send(auditCalls.detail, mallAdmin, { id: foreign?.id });
    expect(answer.code).toBe(errors.notFound.code);
    await refusedEntry('notFound');
  });

  test('filters narrow by account, company, call, kind, record, result, address and time', async () => {
    const at = '2030-01-01T10:00:00.000Z';
    const mine = await server.anAuditEntry({
      ...{
        accountId: mallAdmin.id,
        action: 'maps.rename',
        recordId: 'm1',
        recordName: 'Hall',
        address: '10.0.0.7',
        at,
      },
    });
    const other = await server.anAuditEntry({ reason: 'wrongState', code: 409, companyId: companyIds.other });
    const found = async (filters: object) =>
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
      expect(await found(filters), JSON.stringify(filters)).toEqual([mine.id]);
    expect(await found({})).toEqual(expect.arrayContaining([mine.id, other.id]));
  });

  test('bars count by the hour up to three days and by the reader’s day beyond', async () => {
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
    const nowhere = await server.send(auditCalls.bars, mallAdmin, {
      ...range,
      to: range.from,
      timezone: 'Mars/Base',
    });
    expect(nowhere).toMatchObject({
      code: errors.invalid.code,
      data: { fields: { timezone: expect.any(String) } },
    });
    await refusedEntry('invalid');
  });
});

describe('the export', () => {
  const month = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-31T23:59:59.999Z' };
  const exported = async (who: typeof staff, input: object = month) =>
    String((await server.send(auditCalls.export, who, input)).data);

  test('covers a month and no more', async () => {
    const answer = await server.send(auditCalls.export, staff, { ...month, to: '2030-02-02T00:00:00.000Z' });
    expect(answer).toMatchObject({ code: errors.invalid.code, data: { fields: { to: 'at most 31 days' } } });
    const backwards = await server.send(auditCalls.export, staff, { from: month.to, to: month.from });
    expect(backwards.code).toBe(errors.invalid.code);
    await refusedEntry('invalid');
    expect(await exported(staff)).toMatch(/^\ufeffat,account,/);
  });

  test('covers thirty-one days also where the clocks go back in them', async () => {
    const october = { from: '2029-09-30T22:00:00.000Z', to: '2029-10-31T22:59:59.999Z' };
    expect(await exported(staff, october)).toMatch(/^\ufeffat,account,/);
    expect(
      (await server.send(auditCalls.export, staff, { ...october, to: '2029-10-31T23:00:01.000Z' })).code,
    ).toBe(errors.invalid.code);
  });

  test('of the system log holds what the log shows and no refusal, for who may read it', async () => {
    const logger = await server.aHolder({ companyId: companyIds.mall, held: [permissions.systemLog] });
    await server.anAuditEntry({ accountName: 'doer', recordName: 'Otter', at: month.from });
    await server.anAuditEntry({ accountName: 'refused', reason: 'forbidden', code: 403, at: month.from });
    await server.anAuditEntry({ companyId: companyIds.other, accountName: 'foreigner', at: month.from });
    const sent = async (input: object, who: Person = logger) =>
      await server.send(systemLogCalls.export, who, input);
    const [head, ...rows] = String((await sent(month)).data)
      .trim()
      .split('\r\n');
    expect(head).toBe('at,account,nickname,company,action,recordId,record,address');
    expect(rows.map((line) => line.split(',')[1])).toEqual(['doer']);
    expect(String((await sent({ ...month, keyword: 'nobody' })).data).trim()).toBe(head);
    expect((await sent({ ...month, to: '2030-02-02T00:00:00.000Z' })).code).toBe(errors.invalid.code);
    expect((await sent(month, people.reader)).code).toBe(403);
  });

  test('is whole over many batches, in order, and holds the caller’s companies only', async () => {
    const at = (n: number) => new Date(Date.parse(month.from) + n * 1_000).toISOString();
    await server.asOwner(
      (sql) => sql`
        insert into audit_entries (id, company_id, at, account_name, call, action, code, address, request_id)
        select gen_random_uuid(), ${companyIds.mall}::uuid, ${month.from}::timestamptz + n * interval '1 second', 'u' || n, 'POST x', 'tasks.create', 200, '', 'r' || n
        from generate_series(1, 1234) n`,
    );
    await server.anAuditEntry({ companyId: companyIds.other, accountName: 'foreigner', at: at(5) });
    const lines = (await exported(mallAdmin, { ...month, result: 'done' })).trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(1_234);
    expect(lines.map((line) => line.split(',')[1])).toEqual(
      Array.from({ length: 1_234 }, (_, n) => `u${n + 1}`),
    );
    expect(await exported(staff)).toContain('foreigner');
  });

  test('nothing in it is taken for a formula by a spreadsheet', async () => {
    await server.anAuditEntry({
      recordId: 'x',
      recordName: '=HYPERLINK("http://evil")',
      accountName: '\t@cmd',
    });
    const csv = await exported(mallAdmin);
    expect(csv).toContain(`"'=HYPERLINK(""http://evil"")"`);
    expect(csv).toContain(`'\t@cmd`);
  });
});

test('no secret of any kind is in any row of the audit, however it was sent', async () => {
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
  for (const kept of [
    canary,
    secret,
    renewed.password,
    password,
    ...Object.values(people).map(({ token }) => token),
  ])
    expect(text).not.toContain(kept);
  const hashes = await server.asOwner(
    (sql) =>
      sql`select password_hash as hash from accounts union select secret_hash from devices union select token_hash from sessions`,
  );
  for (const { hash } of hashes) expect(text).not.toContain(String(hash));
});
