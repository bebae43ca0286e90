import { expect, test } from 'vitest';
import { blankTask, definitionOf, missingFields, withDevice } from './task-form-values.ts';

const full = blankTask({
  name: ' Lobby, mornings ',
  deviceId: 'd',
  mapId: 'm',
  zoneIds: ['z'],
  cleaningMode: 'SCRUB',
  strength: 'STANDARD',
});

test('every empty required field is reported in the order of the page', () => {
  expect(missingFields(blankTask({ repetitions: null }), true)).toEqual([
    'name',
    'deviceId',
    'mapId',
    'zoneIds',
    'cleaningMode',
    'strength',
    'repetitions',
  ]);
  expect(missingFields(full, true)).toEqual([]);
});

test('a name is required for a saved task, not for a single run', () => {
  expect(missingFields({ ...full, name: '  ' }, true)).toEqual(['name']);
  expect(missingFields({ ...full, name: '  ' }, false)).toEqual([]);
  expect(definitionOf({ ...full, name: '  ' })).not.toHaveProperty('name');
  expect(definitionOf(full).name).toBe('Lobby, mornings');
});

const silent = { protocol: 'v3', actions: null, declared: null } as const;

test('another device clears the values it does not support and keeps the others', () => {
  const onJ40 = withDevice(full, { ...silent, id: 'e', model: 'J40', mapId: 'm' });
  expect(onJ40).toMatchObject({ deviceId: 'e', cleaningMode: 'SCRUB', strength: 'MEDIUM', zoneIds: ['z'] });
  const onJ20 = withDevice(full, { ...silent, id: 'f', model: 'J20', mapId: 'other' });
  expect(onJ20).toMatchObject({ cleaningMode: 'SWEEP', mapId: 'other', zoneIds: [] });
});

test('a device without a known map keeps the selected map', () => {
  expect(withDevice(full, { ...silent, id: 'g', model: 'J30', mapId: null })).toMatchObject({
    mapId: 'm',
    zoneIds: ['z'],
  });
});
