import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { jsonSchemas, jsonSchemaText } from './json-schemas.ts';

const folder = resolve(import.meta.dirname, '../../../../docs/protocol/schemas');
const schemas = jsonSchemas();

test('the published schemas are those of the contract; npm run protocol:schemas writes them', () => {
  expect(readdirSync(folder).toSorted()).toEqual(
    Object.keys(schemas)
      .map((name) => `${name}.json`)
      .toSorted(),
  );
  for (const [name, schema] of Object.entries(schemas))
    expect(readFileSync(join(folder, `${name}.json`), 'utf8'), name).toBe(jsonSchemaText(schema));
});

test('a published schema lists usual values, lets a field with a default out and allows further fields', () => {
  const text = JSON.stringify(schemas);
  expect(text).not.toMatch(/"known"|"default":|"additionalProperties":false/);
  expect(schemas['xReply']).toMatchObject({
    required: expect.not.arrayContaining(['code', 'message']) as unknown,
    properties: { status: { enum: expect.arrayContaining(['ACCEPTED']) as unknown } },
  });
  expect(schemas['xTelemetry']).toMatchObject({
    properties: { mode: { enum: expect.arrayContaining(['STANDBY']) as unknown } },
  });
});
