import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { newId } from '../../robot/ids.ts';
import type { SimModel } from '../../robot/spec.ts';
import { aComputer } from '../../test-kit/computers.ts';
import { cleaningOrder } from '../../test-kit/robots.ts';
import type { Outgoing } from '../messages/envelope.ts';

const docs = resolve(import.meta.dirname, '../../../../../docs/protocol');
const pairs = (parameters: Record<string, unknown>) =>
  Object.entries(parameters).map(([key, value]) => ({ key, value }));

/** Messages of a mixed workload: a paused and cancelled run, commands, settings, faults and a local operator. */
function aMixedWorkload(model: SimModel, seed: number) {
  const { computer, world, sent, advance, receive } = aComputer(model, seed);
  const instant = (actionType: string, parameters: Record<string, unknown> = {}) =>
    receive('instantActions', {
      actions: [
        {
          actionType,
          actionId: `${actionType}-1`,
          blockingType: 'NONE',
          actionParameters: pairs(parameters),
        },
      ],
    });
  const command = (type: string, laneSeq: number, params: object) =>
    receive('xCommand', {
      commandId: newId(0),
      type,
      lane: 'SYSTEM',
      laneSeq,
      issuedAt: '',
      ttlMs: 60_000,
      timeoutMs: 30_000,
      attempt: 1,
      params,
    });
  computer.connected();
  advance(2);
  const mode = computer.robot.spec.cleaner?.cleaningModes[0];
  const strength = computer.robot.spec.cleaner?.strengths[0];
  const order = cleaningOrder(world, ['Reception', 'Corridor'], { cleaningMode: mode, strength });
  receive('order', order);
  advance(60);
  instant('startPause');
  command('stream.rate', 1, { visualizationHz: 2, telemetryS: 5, holdS: 60 });
  command('make.coffee', 2, {});
  advance(5);
  instant('stopPause');
  instant('factsheetRequest');
  advance(30);
  instant('cancelOrder', { orderId: order.orderId });
  instant('initializePosition', { x: 0, y: 0, theta: 0, mapId: 'elsewhere' });
  receive('order', { ...order, orderId: newId(0), nodes: order.nodes.slice(1) });
  advance(400);
  computer.goodbye();
  return sent;
}

/** A message without its ids and times, which differ in each run. */
function withoutIds({ topic, payload }: Outgoing) {
  const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  return `${topic} ${payload.replaceAll(ids, 'id').replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')}`;
}

test('the same seed gives the same messages, and another seed gives others', () => {
  const [first, same, other] = [3, 3, 4].map((seed) => aMixedWorkload('J30', seed).map(withoutIds));
  expect(first!.length).toBeGreaterThan(300);
  expect(first).toEqual(same);
  expect(first).not.toEqual(other);
});

test('state, visualization and xTelemetry keep their minimum intervals, and state its maximum interval', () => {
  const sent = aMixedWorkload('J30', 5);
  const times = (name: string) =>
    sent
      .filter((message) => message.name === name)
      .map(({ payload }) => Date.parse((JSON.parse(payload) as { timestamp: string }).timestamp));
  for (const [name, minMs] of [
    ['state', 1000],
    ['visualization', 100],
    ['xTelemetry', 500],
  ] as const) {
    const at = times(name);
    expect(at.length).toBeGreaterThan(10);
    for (let i = 1; i < at.length; i++) expect(at[i]! - at[i - 1]!, name).toBeGreaterThanOrEqual(minMs);
  }
  const states = times('state');
  for (let i = 1; i < states.length; i++) expect(states[i]! - states[i - 1]!).toBeLessThanOrEqual(30_050);
});

const schemaFiles = ['vda5050-3.0.0', 'schemas'].flatMap((folder) =>
  readdirSync(join(docs, folder))
    .filter((file) => /\.(schema|json)$/.test(file))
    .map((file) => join(docs, folder, file)),
);

describe('against the JSON schemas of the protocol', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uint32: true } });
  addFormats.default(ajv);
  const validators = new Map(
    schemaFiles.map((file) => {
      const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
      return [basename(file).split('.')[0]!, ajv.compile(schema)] as const;
    }),
  );
  test.each(['J20', 'J30', 'J40', 'PLAIN'] as const)('every message of a %s is valid', (model) => {
    const sent = aMixedWorkload(model, 7);
    const names = new Set<string>();
    for (const { name, payload } of sent) {
      names.add(name);
      const validate = validators.get(name)!;
      const message: unknown = JSON.parse(payload);
      if (!validate(message)) expect.fail(`${name}: ${ajv.errorsText(validate.errors)}\n${payload}`);
    }
    const vda = ['connection', 'state', 'visualization', 'factsheet'];
    const vendor = ['xTelemetry', 'xTask', 'xReport', 'xAlarm', 'xReply', 'xReported', 'xRequest'];
    expect([...names].sort()).toEqual(
      (model === 'PLAIN' ? vda.filter((topic) => topic !== 'visualization') : [...vda, ...vendor]).sort(),
    );
  });
});
