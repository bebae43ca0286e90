import { expect, test } from 'vitest';
import { z } from 'zod';
import { videoTopic } from './remote/video/device-video.ts';
import { deviceTopic, driveTopic, mapDraftTopic, sharedTopic, topics } from './topics.ts';

const id = '00000000-0000-7000-8000-000000000000';
const families = [deviceTopic, driveTopic, mapDraftTopic, sharedTopic, videoTopic].map((family) =>
  family(id),
);

/** The parts of a JSON schema that refuse fields that they do not name. */
function strictParts(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'additionalProperties' in schema && schema.additionalProperties === false ? [path] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, part]) => strictParts(part, `${path}/${key}`))];
}
const partsOf = (message: z.ZodType) =>
  strictParts(z.toJSONSchema(message, { io: 'input', unrepresentable: 'any' }));

test.each([...Object.values(topics), ...families])(
  'a message of $name may have fields of the next version',
  ({ message }) => {
    expect(partsOf(message)).toEqual([]);
  },
);

test('a part that refuses unknown fields is found', () => {
  expect(partsOf(z.object({ changes: z.array(z.strictObject({ id: z.string() })) }))).toEqual([
    '/properties/changes/items',
  ]);
});
