import { describe, expect, it, test } from 'vitest';
import {
  alsoSaysOf,
  can,
  capabilitiesOf,
  capabilityOfCommand,
  lackingOf,
  type Vehicle,
} from './capabilities.ts';
import { vendorCapabilities } from './capability-words.ts';
import { cleaningChoicesOf, cleaningOf, usualCleaningOf } from './declared-cleaning.ts';
import { readDeclaration, type Declared } from './declaration.ts';
import { models } from '../models.ts';
import { xReported } from '../vendor-status.ts';

const nothing: Declared = { capabilities: null, cleaning: null, widthM: null, maxSpeedMps: null };
const foreign: Vehicle = { model: 'PLAIN', protocol: 'v3', actions: null, declared: null };
const j30: Vehicle = { model: 'J30', protocol: 'v3', actions: null, declared: null };
const reported = (more: object) => xReported.parse({ versions: {}, sections: {}, ...more });

describe('capabilities', () => {
  it('a vehicle that declared nothing can drive; one of version 2 what its standard requires', () => {
    expect(capabilitiesOf(foreign)).toEqual(['navigate']);
    expect(capabilitiesOf({ ...foreign, protocol: 'v2' })).toEqual(['navigate', 'pause', 'charge', 'place']);
    expect(capabilitiesOf({ ...foreign, protocol: 'v2', actions: ['startPause'] })).toEqual([
      'navigate',
      'pause',
    ]);
  });

  it.each([
    ['cleanArea', 'clean'],
    ['startCharging', 'charge'],
    ['dock', 'charge'],
    ['initializePosition', 'place'],
    ['initPosition', 'place'],
    ['startHibernation', 'sleep'],
    ['skipArea', 'skip'],
  ] as const)('the action %s gives "%s"', (action, capability) => {
    expect(capabilitiesOf({ ...foreign, actions: [action] })).toEqual(['navigate', capability]);
  });

  it('maps need both actions', () => {
    expect(can({ ...foreign, actions: ['downloadMap'] }, 'maps')).toBe(false);
    expect(can({ ...foreign, actions: ['downloadMap', 'enableMap'] }, 'maps')).toBe(true);
  });

  it('a model has its defaults until it declares, and then what it declares', () => {
    expect(can({ ...j30, model: 'J20' }, 'lift')).toBe(false);
    for (const [model, { capabilities }] of Object.entries(models))
      expect(new Set(capabilitiesOf({ ...j30, model }))).toEqual(new Set(capabilities));
    expect(can({ ...j30, actions: ['startPause'] }, 'clean')).toBe(false);
    expect(can({ ...j30, actions: ['startPause'] }, 'reboot')).toBe(true);
    const robot = { ...j30, declared: { ...nothing, capabilities: ['locate'] } };
    expect([can(robot, 'locate'), can(robot, 'reboot'), can(robot, 'clean')]).toEqual([true, false, true]);
  });

  it('a vehicle of another maker has what it names, without what needs the catalogue of a model', () => {
    const robot = { ...foreign, declared: { ...nothing, capabilities: [...vendorCapabilities, 'juggle'] } };
    const lacking = vendorCapabilities.filter((word) => !can(robot, word));
    expect(lacking).toEqual(['restore', 'parts', 'consumables', 'settings', 'ota']);
    expect(alsoSaysOf(robot)).toEqual(['juggle']);
    expect(lackingOf(robot)).toContain('clean');
    expect(lackingOf(robot)).not.toContain('reboot');
  });

  it('each command belongs to a capability of a model, or to the protocol itself', () => {
    for (const [type, capability] of Object.entries(capabilityOfCommand))
      if (capability) expect(can(j30, capability), type).toBe(true);
  });
});

describe('cleaning', () => {
  const cleaner = { ...foreign, actions: ['cleanArea'] };
  const cleaning = {
    toolWidthM: 0.6,
    toolOffsetM: 0.1,
    bodyWidthM: 0.7,
    modes: [{ key: 'WET', name: { en: 'Wet cleaning' } }],
    strengths: [{ key: 'ECO', name: {} }],
    waterLitres: null,
    areaPerHour: null,
  };

  it('is what the robot declares, else what its model has, else the body of its factsheet', () => {
    const robot = { ...cleaner, declared: { ...nothing, cleaning } };
    expect(cleaningOf(robot)).toMatchObject({ toolWidthM: 0.6, bodyWidthM: 0.7, isAssumed: false });
    expect(cleaningChoicesOf(robot)).toEqual({
      cleaningModes: ['WET'],
      strengths: ['ECO'],
      names: { WET: { en: 'Wet cleaning' }, ECO: {} },
    });
    expect(usualCleaningOf(robot)).toEqual({ cleaningMode: 'WET', strength: 'ECO' });
    expect(cleaningOf(j30)).toMatchObject({ toolWidthM: 0.5, isAssumed: false });
    const body = { ...cleaner, declared: { ...nothing, widthM: 0.8 } };
    expect(cleaningOf(body)).toMatchObject({ toolWidthM: 0.8, isAssumed: true });
    expect(cleaningChoicesOf(body)?.cleaningModes).toContain('SCRUB');
    expect(cleaningChoicesOf(foreign)).toBeUndefined();
    expect(usualCleaningOf(foreign)).toBeNull();
  });

  it('of a model that declares another tool is that of the robot', () => {
    expect(cleaningOf({ ...j30, declared: { ...nothing, cleaning } }).toolWidthM).toBe(0.6);
  });
});

describe('a declaration', () => {
  it('that names nothing is none', () => {
    expect(readDeclaration(reported({}))).toMatchObject({ capabilities: null, cleaning: null, faults: [] });
  });

  test.each<[string, object, string[]]>([
    ['a tool wider than 5 m', { cleaning: { toolWidthM: 60 } }, ['cleaning.toolWidthM']],
    ['a tool as text', { cleaning: { toolWidthM: '0.6' } }, ['cleaning.toolWidthM']],
    ['a mode twice', { cleaning: { modes: ['WET', 'WET'] } }, ['cleaning.modes']],
    ['strengths without a key', { cleaning: { strengths: [{ name: 'x' }] } }, ['cleaning.strengths']],
    ['a camera twice', { cameras: ['FRONT', 'FRONT'] }, ['cameras']],
    ['an unknown camera', { cameras: ['BELLY'] }, ['cameras']],
    [
      'an unknown section',
      { sections: { garden: { version: 1, hash: '', status: 'APPLIED' } } },
      ['sections.garden'],
    ],
    ['a capability twice', { capabilities: ['locate', 'locate'] }, ['capabilities']],
    ['video without a camera', { capabilities: ['video'], streams: ['WS_JPEG'] }, ['cameras']],
    ['a live log without its stream', { capabilities: ['liveLog'] }, ['streamKinds']],
    ['a shell without a host key', { capabilities: ['shell'], streamKinds: ['SSH'] }, ['sshHostKey']],
  ])('with %s is taken without it, and the field is named', (_, more, faults) => {
    const read = readDeclaration(reported(more));
    expect(read.faults).toEqual(faults);
    expect(read.cleaning?.toolWidthM ?? null).toBeNull();
    expect(read.reported.cameras?.length ?? 0).toBeLessThanOrEqual(1);
    expect(read.reported.sections).toEqual({});
    expect(read.capabilities ?? []).not.toContain('video');
    expect(readDeclaration(read.reported).faults.filter((it) => it === 'cameras')).toEqual(
      faults.includes('cameras') && 'capabilities' in more ? ['cameras'] : [],
    );
  });

  it('of modes takes texts and objects, with a name in one language or several', () => {
    const modes = ['DRY', { key: 'WET', name: 'Wet' }, { key: 'DEEP', name: { de: 'Tief', en: 'Deep' } }];
    expect(readDeclaration(reported({ cleaning: { modes } }))).toMatchObject({
      faults: [],
      cleaning: {
        modes: [
          { key: 'DRY', name: {} },
          { key: 'WET', name: { en: 'Wet' } },
          { key: 'DEEP', name: { de: 'Tief', en: 'Deep' } },
        ],
      },
    });
  });
});
