import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  downMessages,
  stateV2,
  stateV3,
  visualizationV2,
  visualizationV3,
  type Vehicle,
} from '@sweepline/contract/robot';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { RunRow } from '../../entities/work/run-table.ts';
import { codecV2 } from './codec-v2.ts';
import { codecV3 } from './codec-v3.ts';
import { outcomeOf } from '../commands/instant-actions.ts';
import { normalised, planOrder } from './order-plan.ts';
import type { Abilities } from './robot-state.ts';
import { zonesOf } from './zone-sets.ts';

const schemas = resolve(import.meta.dirname, '../../../../../docs/protocol/vda5050-3.0.0');
const header = {
  headerId: 1,
  timestamp: '2026-01-01T00:00:00.000Z',
  manufacturer: 'ACME',
  serialNumber: 'A1',
};
const run = {
  id: '0193f0c2-7a31-7c55-9d0e-6a1b2c3d4e5f',
  name: 'Daily',
  kind: 'CLEANING',
  mapId: 'm1',
  plan: {
    cleaningMode: 'SWEEP',
    strength: 'STANDARD',
    repetitions: 2,
    strategy: 'FULL',
    pattern: 'EDGE_THEN_FILL',
    finish: 'CHARGE',
    areas: [
      {
        areaId: 'z1',
        name: 'Hall',
        polygon: [
          [0, 0],
          [4, 0],
          [4, 3],
        ],
        areaM2: 6,
      },
      // A ring segment: its centre is not in it.
      {
        areaId: 'z2',
        name: 'Ring',
        polygon: [
          [0, 0],
          [9, 0],
          [9, 9],
          [8, 9],
          [8, 1],
          [0, 1],
        ],
        areaM2: 17,
      },
    ],
    station: { id: 'dock-1', x: 0, y: 0, theta: 3 * Math.PI },
    toolWidthM: 0.5,
  },
} as unknown as RunRow;
const here = { mapId: 'm1', x: 1, y: 2, theta: 0, localized: true, score: null };
const abilities: Abilities = {
  actions: new Set(['cleanArea']),
  optional: new Set(['order.nodes.nodePosition.allowedDeviationXY', 'order.nodes.nodePosition.theta']),
  maxIdLength: 64,
  idNumericalOnly: false,
  maxNodes: 64,
  seriesName: 'J30',
  versions: {},
  widthM: null,
  maxSpeedMps: null,
};
const j30: Vehicle = { model: 'J30', protocol: 'v3', actions: null, declared: null };

function validator(name: string) {
  const ajv = new Ajv2020({ strict: false, formats: { uint32: true } });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(join(schemas, `${name}.schema`), 'utf8')) as object);
}

describe('what is sent to version 2 vehicles', () => {
  it('instant actions are equal under the keys of both generations of the stock library', () => {
    const planned = { actionId: 'a1', actionType: 'cancelOrder', blockingType: 'NONE' as const };
    const body = codecV2.instantActions({ ...planned, parameters: { orderId: run.id } }) as Keys;
    // Version 1.4.2 of the library reads `actions`, earlier ones `instantActions`.
    expect(body.actions).toEqual([{ ...planned, actionParameters: [{ key: 'orderId', value: run.id }] }]);
    expect(body.instantActions).toEqual(body.actions);
    expect(Object.keys(body).toSorted()).toEqual(['actions', 'instantActions']);
  });
});
type Keys = Record<'actions' | 'instantActions', unknown>;

describe('what is sent to version 3 robots', () => {
  it.each(['order', 'instantActions', 'zoneSet'])('%s satisfies the official schema', (name) => {
    const bodies: Record<string, object> = {
      order: codecV3.order(planOrder(run, here, j30), abilities),
      instantActions: codecV3.instantActions({
        actionId: 'a1',
        actionType: 'cancelOrder',
        blockingType: 'NONE',
        parameters: { orderId: run.id },
      }),
      zoneSet: {
        zoneSet: {
          mapId: 'm1',
          zoneSetId: 'zs-m1-1',
          zones: zonesOf({
            mapId: 'm1',
            mapVersion: 1,
            zones: [
              {
                id: 's',
                type: 'SLOW',
                name: '',
                points: [
                  { x: 0, y: 0 },
                  { x: 1, y: 0 },
                  { x: 1, y: 1 },
                ],
              },
            ],
            walls: [
              {
                id: 'w',
                points: [
                  { x: 0, y: 0 },
                  { x: 5, y: 0 },
                  { x: 5, y: 4 },
                ],
              },
            ],
          }),
        },
      },
    };
    const validate = validator(name);
    const message = { ...header, version: '3.0.0', ...bodies[name] };
    expect(validate(message), JSON.stringify(validate.errors)).toBe(true);
  });
});

describe('orders', () => {
  it('number nodes evenly and edges oddly, with action ids of the run', () => {
    const order = downMessages.v3.order.parse({
      ...header,
      ...codecV3.order(planOrder(run, here, j30), abilities),
    });
    expect(order.nodes.map((it) => it.sequenceId)).toEqual([0, 2, 4, 6]);
    expect(order.edges.map((it) => it.sequenceId)).toEqual([1, 3, 5]);
    expect(order.nodes.flatMap((it) => it.actions.map((action) => action.actionId))).toEqual(
      [0, 1, 2, 3].map((index) => `${run.id}.${index}`),
    );
    expect(order.nodes.at(-1)?.actions.map((it) => it.actionType)).toEqual(['dock', 'startCharging']);
    expect(order.nodes.at(-1)?.nodePosition?.theta).toBeCloseTo(Math.PI);
  });

  it('carry no optional field that the factsheet does not list', () => {
    const { nodes } = codecV3.order(planOrder(run, here, j30), undefined) as {
      nodes: { nodePosition: object }[];
    };
    for (const { nodePosition } of nodes)
      expect(Object.keys(nodePosition).toSorted()).toEqual(['mapId', 'x', 'y']);
  });

  it('speak version 2 to version 2: edge ends, a number as deviation, no theta, no description', () => {
    const body = codecV2.order(planOrder(run, here, { ...j30, model: 'PLAIN', protocol: 'v2' }), undefined);
    const order = downMessages.v2.order.parse({ ...header, ...body });
    expect(order.edges[0]).toMatchObject({ startNodeId: 'here', endNodeId: 'z1' });
    expect(order.nodes[0]?.nodePosition).toEqual({ x: 1, y: 2, allowedDeviationXy: 1, mapId: 'm1' });
    expect(JSON.stringify(body)).not.toMatch(/allowedDeviationXY|theta|orderDescription/);
    // `dock` is no action of VDA 5050: a vehicle that does not list it would reject the order.
    expect(order.nodes.at(-1)?.actions.map((it) => it.actionType)).toEqual(['startCharging']);
  });

  it('turn angles into (−π, π]', () => {
    expect(normalised(-Math.PI)).toBe(Math.PI);
    for (let theta = -20; theta < 20; theta += 0.1) {
      const turned = normalised(theta);
      expect(turned).toBeGreaterThan(-Math.PI);
      expect(turned).toBeLessThanOrEqual(Math.PI);
      expect(Math.cos(turned)).toBeCloseTo(Math.cos(theta), 9);
    }
  });
});

describe('states', () => {
  it('of both versions mean the same', () => {
    const shared = { ...header, orderId: 'o1', paused: true, driving: true };
    const three = codecV3.state(
      stateV3.parse({
        ...shared,
        operatingMode: 'TEACH_IN',
        mobileRobotPosition: { x: 1, y: 2, theta: 3, mapId: 'm', localized: true },
        powerSupply: { stateOfCharge: 50, charging: true, batteryVoltage: 24 },
        errors: [{ errorType: 'NO_ORDER_TO_CANCEL', errorLevel: 'WARNING' }],
        safetyState: { activeEmergencyStop: 'MANUAL', fieldViolation: false },
        instantActionStates: [{ actionId: 'i', actionType: 'startPause', actionStatus: 'FINISHED' }],
      }),
      new Set(),
    );
    const two = codecV2.state(
      stateV2.parse({
        ...shared,
        operatingMode: 'TEACHIN',
        agvPosition: { x: 1, y: 2, theta: 3, mapId: 'm', positionInitialized: true },
        batteryState: { batteryCharge: 50, charging: true, batteryVoltage: 24 },
        errors: [{ errorType: 'noOrderToCancel', errorLevel: 'WARNING' }],
        safetyState: { eStop: 'AUTOACK', fieldViolation: false },
        actionStates: [{ actionId: 'i', actionType: 'startPause', actionStatus: 'FINISHED' }],
      }),
      new Set(),
    );
    expect({ ...two, actions: [] }).toEqual({ ...three, actions: [] });
  });

  it('leave out what cannot be and say so', () => {
    const flags = new Set<string>();
    const state = codecV3.state(
      stateV3.parse({
        ...header,
        mobileRobotPosition: { x: 2e6, y: 0, theta: 0, mapId: 'm', localized: true },
        powerSupply: { stateOfCharge: 140, charging: false },
      }),
      flags,
    );
    expect(state.position).toBeUndefined();
    expect(state.battery).toBeUndefined();
    expect([...flags].toSorted()).toEqual(['RANGE:position', 'RANGE:stateOfCharge']);
  });

  it.each([90, 3.5, -3.2, 2 * Math.PI, 1e9])(
    'keep a position without its heading of %f and say so',
    (theta) => {
      const flags = new Set<string>();
      const mobileRobotPosition = { x: 1, y: 2, theta, mapId: 'm', localized: true };
      const agvPosition = { x: 1, y: 2, theta, mapId: 'm', positionInitialized: true };
      const place = { x: 1, y: 2, theta: 0, hasHeading: false };
      expect(
        codecV3.position(visualizationV3.parse({ ...header, mobileRobotPosition }), flags),
      ).toMatchObject(place);
      expect([...flags]).toEqual(['RANGE:theta']);
      expect(codecV2.position(visualizationV2.parse({ ...header, agvPosition }), flags)).toMatchObject(place);
    },
  );

  it.each([Math.PI, -Math.PI, 3.15, 0])('keep a heading of %f', (theta) => {
    const flags = new Set<string>();
    const mobileRobotPosition = { x: 1, y: 2, theta, mapId: 'm', localized: true };
    const pose = codecV3.position(visualizationV3.parse({ ...header, mobileRobotPosition }), flags);
    expect(pose?.theta).toBe(theta);
    expect(pose).not.toHaveProperty('hasHeading');
    expect([...flags]).toEqual([]);
  });
});

describe('instant actions', () => {
  const state = (body: object) => codecV2.state(stateV2.parse({ ...header, ...body }), new Set());
  const pause = { actionId: 'i', actionType: 'startPause', shown: (it: { paused: boolean }) => it.paused };

  it('of version 2 succeed by what the state shows, whatever the action says', () => {
    const failed = [{ actionId: 'i', actionType: 'startPause', actionStatus: 'FAILED' }];
    expect(outcomeOf(pause, state({ paused: true, actionStates: failed }), 'v2')).toBe('DONE');
    expect(outcomeOf(pause, state({ actionStates: failed }), 'v2')).toBe('FAILED');
    expect(outcomeOf(pause, state({}), 'v2')).toBeUndefined();
  });

  it('that a vehicle does not know are refused by an error that names them', () => {
    const errorReferences = [{ referenceKey: 'actionId', referenceValue: 'i' }];
    const errors = [{ errorType: 'instantActionError', errorLevel: 'WARNING', errorReferences }];
    expect(outcomeOf(pause, state({ errors }), 'v2')).toBe('REFUSED');
    const cancel = { actionId: 'c', actionType: 'cancelOrder', shown: undefined };
    const none = [{ errorType: 'noOrderToCancel', errorLevel: 'WARNING' }];
    expect(outcomeOf(cancel, state({ errors: none }), 'v2')).toBe('NOTHING');
  });
});
