import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { zoneSetV3 } from './zones-v3.ts';

const docs = resolve(import.meta.dirname, '../../../../../docs/protocol');
const official = readFileSync(resolve(docs, 'vda5050-3.0.0/zoneSet.schema'), 'utf8');
/** The schema of tag 3.0.0 has one name for the limitation of directed and bidirected zones. */
const tagged = official.replaceAll(/(bi)?directedLimitation/g, 'limitation');

function validatorOf(schema: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { uint32: true } });
  addFormats.default(ajv);
  const validate = ajv.compile(JSON.parse(schema) as object);
  return (message: unknown) => validate(message);
}

const example = JSON.parse(readFileSync(resolve(docs, 'examples/zoneSet.json'), 'utf8')) as {
  zoneSet: { zones: object[] };
};
const vertices = [
  { x: 0, y: 0 },
  { x: 4, y: 0 },
  { x: 4, y: 4 },
];
const withZone = (zoneType: 'DIRECTED' | 'BIDIRECTED', fields: object) => ({
  ...example,
  zoneSet: {
    ...example.zoneSet,
    zones: [...example.zoneSet.zones, { zoneId: 'lane', zoneType, vertices, direction: 1.5, ...fields }],
  },
});
const names = { DIRECTED: 'directedLimitation', BIDIRECTED: 'bidirectedLimitation' } as const;

describe('zone sets of VDA 5050 3.0.0', () => {
  it('of the server satisfy the schema of the main branch and that of the tag', () => {
    expect([official, tagged].map((schema) => validatorOf(schema)(example))).toEqual([true, true]);
  });

  it.each(['DIRECTED', 'BIDIRECTED'] as const)(
    'with a %s zone are read with either name of its limitation',
    (zoneType) => {
      const [now, then] = [{ [names[zoneType]]: 'SOFT' }, { limitation: 'SOFT' }];
      const [isOfficial, isTagged] = [validatorOf(official), validatorOf(tagged)];
      expect([isOfficial(withZone(zoneType, now)), isTagged(withZone(zoneType, now))]).toEqual([true, false]);
      expect([isOfficial(withZone(zoneType, then)), isTagged(withZone(zoneType, then))]).toEqual([
        false,
        true,
      ]);
      for (const fields of [now, then, { ...now, ...then }]) {
        const { zones } = zoneSetV3.parse(withZone(zoneType, fields)).zoneSet;
        expect(zones).toHaveLength(example.zoneSet.zones.length + 1);
        expect(zones.at(-1)).toMatchObject({ zoneId: 'lane', zoneType, vertices });
      }
    },
  );
});
