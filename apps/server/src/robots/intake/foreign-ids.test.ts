import { upMessages, type UpTopic } from '@sweepline/contract/robot';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { deadLetters } from '../../entities/installation/dead-letter-table.ts';
import { inScope, type Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/runtime/ids.ts';
import { aForeignWorld, type ForeignWorld } from '../../test-kit/builders/foreign-world.ts';
import { aGateway, anOnlineRobot, eventually, type TestRobot } from '../test-kit/test-gateway.ts';
import { messagesWith, uplinkIds, type IdKind } from '../test-kit/test-uplink-ids.ts';

let world: ForeignWorld;
let running: Awaited<ReturnType<typeof aGateway>>;
let robot: TestRobot;
let own: Record<IdKind, string>;

beforeAll(async () => {
  world = await aForeignWorld();
  // Every wrong id must leave its dead letter.
  running = await aGateway(world.db, {
    limits: { deadLettersPerHour: 1000 },
    // The progress of a job is checked when it is written.
    timing: { liveFlushMs: 100 },
  });
  const online = await anOnlineRobot(running, world.db, world.senderCompanyId);
  robot = online.robot;
  own = await world.recordsOf({ deviceId: online.device.deviceId, companyId: world.senderCompanyId });
});
afterAll(async () => {
  await robot?.leave();
  await running?.gateway.stop();
  await world?.close();
});

const read = <T>(work: (tx: Tx) => Promise<T>) => inScope(world.db, '*', work);
const lettersWith = (id: string) =>
  read(async (tx) =>
    (await tx.select().from(deadLetters).orderBy(desc(deadLetters.at))).filter(({ detail }) =>
      detail.endsWith(id),
    ),
  );

interface Node {
  anyOf?: Node[];
  properties?: Record<string, Node>;
  items?: Node;
  additionalProperties?: Node | boolean;
  type?: string;
  maxLength?: number;
  pattern?: string;
}

/** Fields that can hold an id: by name, by the length of an identifier, by the form of a UUID, or open objects. */
function idFields(node: Node, path = ''): string[] {
  const of = (name: string) => (path ? `${path}.${name}` : name);
  const looksLikeId =
    node.type === 'string' &&
    (/ids?$/i.test(path.split('.').at(-1) ?? '') ||
      node.maxLength === 128 ||
      (node.pattern ?? '').includes('{12}'));
  return [
    ...(node.anyOf ?? []).flatMap((it) => idFields(it, path)),
    ...Object.entries(node.properties ?? {}).flatMap(([name, it]) => idFields(it, of(name))),
    ...(node.items ? idFields(node.items, path) : []),
    ...(typeof node.additionalProperties === 'object'
      ? [path, ...idFields(node.additionalProperties, of('*'))]
      : []),
    ...(looksLikeId ? [path] : []),
  ];
}

describe('the table of ids', () => {
  it('contains every field of an uplink message that can hold an id, and no other', () => {
    for (const topic of Object.keys(uplinkIds) as UpTopic[]) {
      const fields = Object.values(upMessages).flatMap((messages) =>
        idFields(z.toJSONSchema(messages[topic], { io: 'input', unrepresentable: 'any' }) as Node),
      );
      const listed = Object.keys(uplinkIds[topic]);
      // An open object is listed itself, or by its fields that are read.
      const isListed = (field: string) =>
        listed.includes(field) || listed.some((it) => it.startsWith(`${field}.`));
      expect(
        fields.filter((field) => !isListed(field)),
        topic,
      ).toEqual([]);
      const isReal = (name: string) => fields.some((field) => name === field || name.startsWith(`${field}.`));
      expect(
        listed.filter((name) => !isReal(name)),
        topic,
      ).toEqual([]);
    }
  });

  it('has test messages for every id of a record', () => {
    for (const [topic, fields] of Object.entries(uplinkIds))
      for (const [field, use] of Object.entries(fields))
        if (typeof use === 'object')
          expect(messagesWith[topic as UpTopic]?.[field], `${topic} ${field}`).toBeDefined();
  });
});

const cases = Object.entries(uplinkIds).flatMap(([topic, fields]) =>
  Object.entries(fields).flatMap(([field, use]) =>
    typeof use === 'object' ? [{ topic: topic as UpTopic, field, use }] : [],
  ),
);

/** Sends every message with this id in the field, and waits until the gateway has handled each. */
async function sendAll(topic: UpTopic, field: string, id: string): Promise<number> {
  const messages = messagesWith[topic]![field]!(id, own);
  for (const { body, durable } of messages) {
    const message = durable ? robot.durable(body) : body;
    await robot.say(topic, message, 1);
    if (durable)
      await robot.waitForMessage('xAck', ({ acks }) =>
        (acks as string[]).includes((message as { msgId: string }).msgId),
      );
    else if (topic === 'xRequest')
      await robot.waitForMessage('xResponse', ({ requestId }) => requestId === body['requestId']);
  }
  return messages.length;
}

async function expectLetters(id: string, reason: string) {
  const rows = await eventually(async () => {
    const matches = await lettersWith(id);
    return matches.length > 0 && matches;
  }, `the dead letter about ${id}`);
  for (const row of rows) {
    expect(row).toMatchObject({ reason, sn: robot.device.sn });
    expect(row).toMatchObject({ deviceId: robot.device.deviceId, companyId: world.senderCompanyId });
  }
}

describe.each(cases)('$topic $field', ({ topic, field, use }) => {
  it.each(['foreign', 'sibling'] as const)(
    'an id of another owner (%s) changes none of its rows',
    async (owner) => {
      const id = world.ids[owner][use.kind];
      // A map belongs to its company, so any of its robots may rename it.
      const shared = use[owner] === 'SHARED' ? ['maps'] : [];
      const before = await world.rowsOfOthers(robot.device.deviceId, shared);
      const pushed = running.pushed.length;
      await sendAll(topic, field, id);
      const expected = use[owner];
      if (expected !== 'SHARED') await expectLetters(id, expected);
      expect(await world.rowsOfOthers(robot.device.deviceId, shared)).toEqual(before);
      const published = running.pushed.slice(pushed);
      expect(published.filter(({ audience }) => audience?.companyId === world.ids.foreign.companyId)).toEqual(
        [],
      );
      if (expected !== 'SHARED') expect(JSON.stringify(published)).not.toContain(id);
    },
  );

  it('an id of no record has the outcome in the table', async () => {
    const id = newId();
    const before = await world.rowsOfOthers(robot.device.deviceId);
    await sendAll(topic, field, id);
    if (use.missing === 'UNKNOWN_ID' || use.missing === 'FOREIGN_ID') await expectLetters(id, use.missing);
    else {
      expect(await lettersWith(id)).toEqual([]);
    }
    expect(await world.rowsOfOthers(robot.device.deviceId)).toEqual(before);
  });
});

it('a planted defect, a row with a wrong owner, fails the comparison', async () => {
  const before = await world.rowsOfOthers(robot.device.deviceId);
  const { run } = world.ids.foreign;
  const setOwner = (companyId: string) =>
    world.asOwner((sql) => sql`update runs set company_id = ${companyId} where id = ${run}`);
  await setOwner(world.senderCompanyId);
  expect(await world.rowsOfOthers(robot.device.deviceId)).not.toEqual(before);
  await setOwner(world.ids.foreign.companyId);
  expect(await world.rowsOfOthers(robot.device.deviceId)).toEqual(before);
});
