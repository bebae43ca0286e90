import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import {
  can,
  cleanAreaParameters,
  deviceModes,
  downMessages,
  formatTopic,
  isDownTopic,
  isUpTopic,
  modeMayBecome,
  models,
  parametersOf,
  parseTopic,
  runMayBecome,
  upMessages,
} from './index.ts';

const shared = resolve(import.meta.dirname, '../../../..', process.env.SHARED_DIR ?? '../shared');
const examples = join(shared, 'data/device-protocol/examples');
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

function officialSchemas() {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uint32: true } });
  addFormats.default(ajv);
  const found = new Map<string, ValidateFunction>();
  const vda = join(shared, 'data/vda5050-3.0.0');
  for (const file of readdirSync(vda))
    found.set(file.replace('.schema', ''), ajv.compile(readJson(join(vda, file)) as object));
  const vendor = join(shared, 'data/device-protocol/schemas');
  for (const file of readdirSync(vendor))
    found.set(file.replace('.schema.json', ''), ajv.compile(readJson(join(vendor, file)) as object));
  return found;
}

/** Fields that messages must have since the examples were written. */
const addedSince: Record<string, object> = { xCommand: { expiresAt: '2026-11-27T18:34:24.900Z' } };

describe.skipIf(!existsSync(examples))('examples of the protocol', () => {
  const official = existsSync(examples) ? officialSchemas() : new Map<string, ValidateFunction>();
  const names = existsSync(examples) ? readdirSync(examples).map((file) => file.replace('.json', '')) : [];

  it('has an example of all 25 messages', () => expect(names).toHaveLength(25));

  it.each(names)('%s is read without losing a field and still satisfies the published schema', (name) => {
    const example = { ...(readJson(join(examples, `${name}.json`)) as object), ...addedSince[name] };
    const schema = isUpTopic(name)
      ? upMessages.v3[name]
      : isDownTopic(name)
        ? downMessages.v3[name]
        : undefined;
    const parsed = schema?.parse(example);
    expect(parsed).toMatchObject(example);
    // What we read is what we would send: it must be valid for somebody else's validator too.
    const written: unknown = JSON.parse(JSON.stringify(parsed));
    const validate = official.get(name);
    expect(validate?.(written), JSON.stringify(validate?.errors)).toBe(true);
  });

  it('reads the cleaning action of the example order', () => {
    const order = downMessages.v3.order.parse(readJson(join(examples, 'order.json')));
    const action = order.nodes[1]?.actions[0];
    expect(cleanAreaParameters.parse(parametersOf(action?.actionParameters ?? []))).toMatchObject({
      cleaningMode: 'SWEEP_MOP',
      resumeSoc: 80,
      repetitions: 1,
    });
  });
});

describe('reading', () => {
  const header = {
    headerId: 1,
    timestamp: '2026-01-01T00:00:00.000Z',
    version: '3.0.0',
    manufacturer: 'A',
    serialNumber: 'B',
  };

  it('fills in what an idle vehicle leaves out', () => {
    expect(upMessages.v2.state.parse(header)).toMatchObject({
      orderId: '',
      nodeStates: [],
      operatingMode: 'AUTOMATIC',
      driving: false,
    });
  });

  it('keeps an unknown value as text and drops an odd optional field', () => {
    const state = upMessages.v3.state.parse({ ...header, operatingMode: 'DANCING', velocity: 'fast' });
    expect(state.operatingMode).toBe('DANCING');
    expect(state.velocity).toBeUndefined();
  });

  it('refuses a wrong type where the meaning hangs on it', () => {
    expect(upMessages.v3.state.safeParse({ ...header, nodeStates: 'none' }).success).toBe(false);
    expect(upMessages.v3.xAlarm.safeParse({ ...header, alarmId: 'x' }).success).toBe(false);
    expect(upMessages.v3.connection.safeParse({ ...header, connectionState: 'MAYBE' }).success).toBe(false);
  });
});

describe('topics', () => {
  const address = {
    interfaceName: 'vda5050',
    major: 'v3',
    manufacturer: 'JBOT',
    serialNumber: 'J30-01',
  } as const;

  it('reads what it writes', () =>
    expect(parseTopic(formatTopic(address, 'xTask'))).toEqual({
      ok: true,
      address: { ...address, name: 'xTask' },
    }));

  it.each([
    ['vda5050/v3/JBOT/J30', 'TOPIC_SHAPE'],
    ['vda5050/v3/JBOT/J30/state/more', 'TOPIC_SHAPE'],
    ['other/v3/JBOT/J30/state', 'TOPIC_SHAPE'],
    ['vda5050/v3/JB OT/J30/state', 'TOPIC_SHAPE'],
    ['vda5050/v3/JBOT//state', 'TOPIC_SHAPE'],
    ['vda5050/3/JBOT/J30/state', 'TOPIC_SHAPE'],
    ['vda5050/v1/JBOT/J30/state', 'UNSUPPORTED_MAJOR'],
  ])('refuses %s', (topic, reason) => expect(parseTopic(topic)).toEqual({ ok: false, reason }));
});

describe('tables', () => {
  it('lets every mode fail and reboot, and nothing jump from mapping to cleaning', () => {
    for (const mode of deviceModes) {
      expect(modeMayBecome(mode, 'ERROR')).toBe(true);
      expect(modeMayBecome(mode, 'INITIALIZING')).toBe(true);
    }
    expect(modeMayBecome('MAPPING', 'AUTO_RUN')).toBe(false);
    expect(modeMayBecome('CHARGING', 'AUTO_RUN')).toBe(true);
  });

  it('takes a given-up run back only when nobody had acknowledged it', () => {
    expect(runMayBecome('FAILED', 'IN_PROGRESS', 'ORDER_NOT_ACKNOWLEDGED')).toBe(true);
    expect(runMayBecome('FAILED', 'IN_PROGRESS', 'ORDER_REJECTED')).toBe(false);
    expect(runMayBecome('SUCCESS', 'FAILED', '')).toBe(false);
  });

  it('knows what a model can, and that a third-party vehicle only drives', () => {
    expect(can('J20', 'elevator')).toBe(false);
    expect(can('J30', 'elevator')).toBe(true);
    expect(can('PLAIN', 'navigate')).toBe(true);
    expect(can('PLAIN', 'clean')).toBe(false);
    for (const model of Object.values(models)) expect(model.cleaningWidthM).toBeLessThan(model.widthM);
  });
});
