import { aiSection } from './jobs/ai-collect.ts';
import { audioSection } from './sound/audio-section.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { codeIn } from '../stock/activation-code.ts';
import {
  moduleCommand,
  moduleDoorCommand,
  moduleDoorState,
  moduleConnection,
  moduleReply,
  moduleState,
} from './elevator-wire.ts';
import {
  activationAnswer,
  activationRequest,
  bundleElements,
  bundleMeta,
  cleanAreaParameters,
  deviceModes,
  downMessages,
  downTopicNames,
  formatTopic,
  isDownTopic,
  isUpTopic,
  modeMayBecome,
  models,
  parametersOf,
  parseTopic,
  runMayBecome,
  scheduleSection,
  taskSection,
  upMessages,
  upTopicNames,
} from './index.ts';

const docs = resolve(import.meta.dirname, '../../../../docs/protocol');
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const namesIn = (folder: string, ending: string) =>
  readdirSync(join(docs, folder)).flatMap((file) =>
    file.endsWith(ending) ? file.slice(0, -ending.length) : [],
  );

/** The official schemas of VDA 5050 and our own generated ones, by the name of the message or document. */
function publishedSchemas() {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uint32: true } });
  addFormats.default(ajv);
  const schemas = new Map<string, ValidateFunction>();
  const add = (folder: string, ending: string) => {
    for (const name of namesIn(folder, ending))
      schemas.set(name, ajv.compile(readJson(join(docs, folder, name + ending)) as object));
  };
  add('vda5050-3.0.0', '.schema');
  add('schemas', '.json');
  return schemas;
}
const documents: Record<string, z.ZodType> = {
  'activate-request': activationRequest,
  'activate-answer': activationAnswer,
  'bundle-elements': bundleElements,
  'bundle-map': bundleMeta,
  'module-command': moduleCommand,
  'module-door-state': moduleDoorState,
  'module-door-command': moduleDoorCommand,
  'module-connection': moduleConnection,
  'module-reply': moduleReply,
  'module-state': moduleState,
  'section-ai': aiSection,
  'section-audio': audioSection,
  'section-schedules': scheduleSection,
  'section-tasks': taskSection,
};

describe('examples of the protocol', () => {
  const published = publishedSchemas();
  const names = namesIn('examples', '.json');
  const exampleOf = (name: string) => readJson(join(docs, 'examples', `${name}.json`));
  const schemaOf = (name: string) => {
    if (isUpTopic(name)) return upMessages.v3[name];
    return isDownTopic(name) ? downMessages.v3[name] : documents[name]!;
  };

  it('exist for each message and document, and for no others', () => {
    const expected = [...upTopicNames, ...downTopicNames, ...Object.keys(documents)];
    expect(names.toSorted()).toEqual(expected.toSorted());
    expect([...published.keys()].toSorted()).toEqual(expected.toSorted());
  });

  it.each(names)('%s satisfies the published schema', (name) => {
    const validate = published.get(name)!;
    expect(validate(exampleOf(name)), JSON.stringify(validate.errors)).toBe(true);
  });

  it.each(names.filter((name) => name !== 'bundle-elements'))(
    '%s is read without losing a field, and what is read satisfies the published schema again',
    (name) => {
      const example = exampleOf(name);
      const parsed = schemaOf(name).parse(example);
      expect(parsed).toEqual(example);
      const written: unknown = JSON.parse(JSON.stringify(parsed));
      const validate = published.get(name)!;
      expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
    },
  );

  it('the polygons of bundle-elements become zones', () => {
    const { polygons, ...rest } = exampleOf('bundle-elements') as { polygons: unknown };
    expect(bundleElements.parse({ polygons, ...rest })).toEqual({ zones: polygons, ...rest });
  });

  it('the activation code of the example has a valid check character', () => {
    expect(codeIn(activationRequest.parse(exampleOf('activate-request')).activationCode)).toBeDefined();
  });

  it('the cleaning action of the order has all parameters', () => {
    const order = downMessages.v3.order.parse(exampleOf('order'));
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

  it('defaults replace the fields that an idle vehicle omits', () => {
    expect(upMessages.v2.state.parse(header)).toMatchObject({
      orderId: '',
      nodeStates: [],
      operatingMode: 'AUTOMATIC',
      driving: false,
    });
  });

  it('an unknown value stays a text, and an invalid optional field is dropped', () => {
    const state = upMessages.v3.state.parse({ ...header, operatingMode: 'DANCING', velocity: 'fast' });
    expect(state.operatingMode).toBe('DANCING');
    expect(state.velocity).toBeUndefined();
  });

  it('a wrong type of a required field is refused', () => {
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

  it('a decoded message equals the encoded one', () =>
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
  it('each mode may change to ERROR and INITIALIZING, and MAPPING not to AUTO_RUN', () => {
    for (const mode of deviceModes) {
      expect(modeMayBecome(mode, 'ERROR')).toBe(true);
      expect(modeMayBecome(mode, 'INITIALIZING')).toBe(true);
    }
    expect(modeMayBecome('MAPPING', 'AUTO_RUN')).toBe(false);
    expect(modeMayBecome('CHARGING', 'AUTO_RUN')).toBe(true);
  });

  it('a failed run may continue only if its order was not acknowledged', () => {
    expect(runMayBecome('FAILED', 'IN_PROGRESS', 'ORDER_NOT_ACKNOWLEDGED')).toBe(true);
    expect(runMayBecome('FAILED', 'IN_PROGRESS', 'ORDER_REJECTED')).toBe(false);
    expect(runMayBecome('SUCCESS', 'FAILED', '')).toBe(false);
  });

  it('the tool of a model is narrower than its body', () => {
    for (const model of Object.values(models)) expect(model.cleaningWidthM).toBeLessThan(model.widthM);
  });
});
