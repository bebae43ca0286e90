import {
  codeTellingCalls,
  errors,
  escalationCalls as calls,
  type EscalationStep,
  type Sent,
} from '@sweepline/contract';
import { expect, test } from 'vitest';
import { alarmSettings } from '../../../entities/alarms/alarm-setting-table.ts';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';

const server = testServer();
const { agentAdmin, mallAdmin, otherAdmin } = people;

const step = (more: Partial<EscalationStep> = {}): EscalationStep => ({
  afterMinutes: 5,
  targets: [{ kind: 'ACCOUNT', id: mallAdmin.id }],
  channels: ['BELL'],
  ...more,
});
const create = (steps: EscalationStep[]) => server.ok(calls.create, mallAdmin, { name: 'Night', steps });
const refused = async (input: Sent<typeof calls.create>) => {
  const { code, data } = await server.send(calls.create, mallAdmin, input);
  return { code, fields: Object.keys((data as unknown as { fields?: object } | null)?.fields ?? {}) };
};

test('a policy belongs to its company, and shows names that the caller sees only', async () => {
  const { id, version } = await create([step()]);
  const named = [step(), step({ afterMinutes: 9, targets: [{ kind: 'ACCOUNT', id: agentAdmin.id }] })];
  await server.ok(calls.update, agentAdmin, { id, version, name: 'Night', steps: named });
  const [seen] = (await server.ok(calls.list, mallAdmin, {})).list;
  expect(seen?.steps.map(({ targets }) => targets[0]?.name)).toEqual(['Nick mallAdmin', null]);
  expect((await server.ok(calls.list, otherAdmin, {})).list).toEqual([]);
  // Receivers that the caller does not see stay in a save.
  await server.ok(calls.update, mallAdmin, { id, version: 2, name: 'Night 2', steps: named });
});

test('accounts outside the tenant scope cannot be named', async () => {
  for (const id of [otherAdmin.id, agentAdmin.id, server.newId()])
    expect(await refused({ name: 'x', steps: [step({ targets: [{ kind: 'ACCOUNT', id }] })] })).toMatchObject(
      {
        code: errors.notFound.code,
      },
    );
});

test.each<[string, EscalationStep[]]>([
  ['steps.0.targets', [step({ targets: [] })]],
  ['steps.0.channels', [step({ targets: [{ kind: 'PARENT' }], channels: ['MAIL'] })]],
  ['steps.0.afterMinutes', [step({ afterMinutes: -1 })]],
  ['steps', [step({ afterMinutes: 9 }), step()]],
  ['steps', [1, 2, 3, 4, 5, 6].map((afterMinutes) => step({ afterMinutes }))],
])('a wrong %s is refused with its field', async (field, steps) => {
  expect(await refused({ name: 'x', steps })).toEqual({ code: errors.invalid.code, fields: [field] });
});

test('a name is used once in a company, and an older version is refused', async () => {
  const { id, version } = await create([]);
  expect(await refused({ name: 'Night', steps: [] })).toMatchObject({ code: errors.nameTaken.code });
  await server.ok(calls.update, mallAdmin, { id, version, name: 'Day', steps: [] });
  const late = await server.send(calls.update, agentAdmin, { id, version, name: 'Noon', steps: [] });
  expect(late.code).toBe(errors.changedMeanwhile.code);
  expect(late.msg).toContain('mallAdmin');
});

test('a policy that settings name cannot be deleted', async () => {
  const { id } = await create([]);
  await inScope(server.db, '*', (tx) =>
    tx.insert(alarmSettings).values({
      companyId: companyIds.mall,
      code: '10101',
      policyId: id,
      updatedAt: server.clock().toISOString(),
      updatedBy: 'test',
    }),
  );
  expect((await server.send(calls.remove, mallAdmin, { id })).code).toBe(errors.wrongState.code);
  await server.asOwner((sql) => sql`delete from alarm_settings`);
  await server.ok(calls.remove, mallAdmin, { id });
  expect((await server.ok(calls.list, mallAdmin, {})).total).toBe(0);
});

test('the telling of a code is inherited, and names a policy that the caller sees only', async () => {
  const above = await server.ok(calls.create, agentAdmin, { name: 'Above', steps: [] });
  const code = '10110';
  const set = (who: typeof mallAdmin, companyId: string, choices: object) =>
    server.ok(codeTellingCalls.set, who, { companyId, code, version: 0, ...choices });
  await set(agentAdmin, companyIds.agent, { tellAfterS: 60, policyId: above.id });
  const inherited = await server.ok(codeTellingCalls.detail, mallAdmin, { code });
  expect(inherited).toMatchObject({
    own: { tellAfterS: null, policyId: null },
    effective: { tellAfterS: 60, policy: { id: above.id, name: null } },
    version: 0,
  });
  const { id } = await create([]);
  const own = await set(mallAdmin, companyIds.mall, { policyId: id });
  expect(own).toMatchObject({ effective: { tellAfterS: 60, policy: { id, name: 'Night' } }, version: 1 });
  const late = { companyId: companyIds.mall, code, version: 0, tellAfterS: 5 };
  expect((await server.send(codeTellingCalls.set, agentAdmin, late)).code).toBe(errors.changedMeanwhile.code);
  for (const companyId of [companyIds.agent, companyIds.other, server.newId()])
    expect((await server.send(codeTellingCalls.detail, mallAdmin, { companyId, code })).code).toBe(
      errors.notFound.code,
    );
  const foreign = { ...late, version: 1, policyId: above.id };
  expect((await server.send(codeTellingCalls.set, mallAdmin, foreign)).code).toBe(errors.notFound.code);
});
