import { companyCalls, companyTypes, deviceCalls, errors } from '@sweepline/contract';
import { expect, test } from 'vitest';
import { inScope } from '../../../platform/db/db.ts';
import { companyIds, people } from '../../../test-kit/index.ts';
import { testServer } from '../../../test-kit/test-server.ts';
import type { CompanyRow } from '../../../entities/people/company-service.ts';
import { companies } from '../../../entities/people/company-table.ts';

const server = testServer();

const { provider, agent } = companyIds;
const { add, move, remove, detail, freeze } = companyCalls;
const { staff } = people;
const createBelow = (name: string, type: 1 | 2, parentId: string) =>
  server.ok(add, staff, { name, type, parentId });
const rows = () => inScope(server.db, '*', (tx) => tx.select().from(companies));

/** The violated invariants of the tree. */
function faultsOf(tree: CompanyRow[]): string[] {
  const byId = new Map(tree.map((row) => [row.id, row]));
  const faults: string[] = [];
  for (const row of tree) {
    const parent = row.parentId === null ? undefined : byId.get(row.parentId);
    if ((row.type === companyTypes.provider) !== (parent === undefined))
      faults.push(`${row.name} has a wrong parent`);
    if (row.path !== `${parent?.path ?? ''}${row.id}/`) faults.push(`${row.name} has path ${row.path}`);
    if (parent?.type === companyTypes.terminal) faults.push(`${row.name} is below a terminal company`);
    const level = row.type === companyTypes.agent ? (parent?.agentLevel ?? 0) + 1 : null;
    if (row.agentLevel !== level || (level ?? 0) > 3) faults.push(`${row.name} has level ${row.agentLevel}`);
  }
  return faults;
}

/** A pseudo-random chooser: the same seed makes the same choices. */
function chooser(seed: number) {
  let state = seed;
  return <T>(from: readonly T[]): T => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from[Math.floor((state / 2 ** 32) * from.length)]!;
  };
}

test('after random creations and moves the levels and paths are correct and the tree has no cycle', async () => {
  const choose = chooser(20_300_102);
  const outcomes = { done: 0, refused: 0 };
  for (let step = 0; step < 160; step++) {
    const tree = await rows();
    const parentId = choose(tree).id;
    const { code } = choose([true, false, false])
      ? await server.send(add, staff, { type: choose([1, 2, 2]), name: `Step ${step}`, parentId })
      : await (async () => {
          const { id, version } = choose(tree);
          return await server.send(move, staff, { id, version, parentId });
        })();
    expect([200, errors.belowItself.code, errors.wrongState.code]).toContain(code);
    outcomes[code === 200 ? 'done' : 'refused'] += 1;
    expect(faultsOf(await rows()), `step ${step}`).toEqual([]);
  }
  expect(outcomes.done).toBeGreaterThan(40);
  expect(outcomes.refused).toBeGreaterThan(20);
  expect(server.faults).toEqual([]);
});

test('of two concurrent moves that would form a cycle one is refused', async () => {
  const [left, right] = [await createBelow('Left', 2, provider), await createBelow('Right', 2, provider)];
  for (let round = 0; round < 5; round++) {
    const now = await rows();
    const versionOf = (id: string) => now.find((row) => row.id === id)?.version ?? 0;
    const [first, second] = await Promise.all([
      server.send(move, staff, { id: left.id, version: versionOf(left.id), parentId: right.id }),
      server.send(move, staff, { id: right.id, version: versionOf(right.id), parentId: left.id }),
    ]);
    expect([first.code, second.code].filter((code) => code === 200)).toHaveLength(1);
    expect(faultsOf(await rows())).toEqual([]);
    const winner = first.code === 200 ? left.id : right.id;
    await server.ok(move, staff, { id: winner, version: versionOf(winner) + 1, parentId: provider });
  }
});

test('a company created during a move of its parent gets the new path', async () => {
  const [home, target] = [await createBelow('Home', 2, provider), await createBelow('Target', 2, provider)];
  for (let round = 0; round < 4; round++) {
    const { version } = (await server.ok(detail, staff, { id: home.id })).company;
    const parentId = round % 2 === 0 ? target.id : provider;
    await Promise.all([
      server.ok(move, staff, { id: home.id, version, parentId }),
      ...[1, 2, 3].map((n) => createBelow(`Shop ${round}-${n}`, 1, home.id)),
    ]);
    expect(faultsOf(await rows())).toEqual([]);
  }
});

test('of a deletion and a concurrent registration in the company exactly one succeeds', async () => {
  for (let round = 0; round < 12; round++) {
    const { id } = await createBelow(`Short-lived ${round}`, 1, agent);
    const device = { companyId: id, sn: `J30-RACE-${round}`, nickname: 'Robot', model: 'J30' as const };
    const register = () =>
      server.send(deviceCalls.register, staff, { ...device, manufacturer: 'JBOT', protocol: 'v3' });
    const removeCompany = () => server.send(remove, staff, { id });
    const [first, second] = round % 2 === 0 ? [register, removeCompany] : [removeCompany, register];
    const answers = await Promise.all([first(), second()]);
    const [registered, removed] = round % 2 === 0 ? answers : answers.toReversed();
    expect([registered?.code, removed?.code].filter((code) => code === 200)).toHaveLength(1);
    const [orphan] = await server.asOwner(
      (sql) =>
        sql`select 1 from devices d where not exists (select 1 from companies c where c.id = d.company_id)`,
    );
    expect(orphan).toBeUndefined();
  }
  expect(server.faults).toEqual([]);
});

test('a row that an open transaction adds prevents the deletion of its company', async () => {
  const { id } = await createBelow('Busy', 1, agent);
  let deletion: Promise<unknown> | undefined;
  await server.asOwner((sql) =>
    sql.begin(async (tx) => {
      await tx`insert into sites (id, company_id, name, address, timezone, created_at)
        values (gen_random_uuid(), ${id}, 'Hall', '', 'UTC', now())`;
      deletion = server.send(remove, staff, { id });
      // The deletion waits for this transaction and must see its row.
      for (let blocked = 0; blocked === 0;) {
        const [row] = await tx`select count(*)::int as n from pg_locks where not granted`;
        blocked = row?.n as number;
      }
    }),
  );
  expect(await deletion).toMatchObject({ code: errors.companyNotEmpty.code });
});

test('an act that waited for a move out of the caller’s scope is refused', async () => {
  const moved = await createBelow('Moved', 1, agent);
  const [moveReply, frozen] = await Promise.all([
    server.send(move, staff, { id: moved.id, version: moved.version, parentId: provider }),
    server.send(freeze, people.agentAdmin, { id: moved.id }),
  ]);
  // Either order is valid; the results tell which one happened.
  expect([moveReply.code, frozen.code]).toSatisfy(([moveCode, freezeCode]: number[]) =>
    moveCode === 200 ? freezeCode === errors.notFound.code : freezeCode === 200,
  );
  const after = (await server.ok(detail, staff, { id: moved.id })).company;
  expect(after.frozenAt === null).toBe(frozen.code !== 200);
});
