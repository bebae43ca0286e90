import { aiSection } from './jobs/ai-collect.ts';
import { z } from 'zod';
import { activationAnswer, activationRequest } from './activation.ts';
import {
  moduleCommand,
  moduleDoorCommand,
  moduleDoorState,
  moduleConnection,
  moduleReply,
  moduleState,
} from './elevator-wire.ts';
import { bundleElements, bundleMeta } from './map-bundle.ts';
import { downMessages, upMessages } from './messages.ts';
import { scheduleSection, taskSection } from './schedules.ts';
import { audioSection } from './sound/audio-section.ts';
import { levelPattern } from './wire.ts';

type JsonSchema = Record<string, unknown>;

/** The header that a robot has to send. Reading is more lenient: an odd header is flagged, not refused. */
const sentHeader = {
  headerId: z.number().int().min(0).max(4_294_967_295),
  timestamp: z.iso.datetime(),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  manufacturer: z.string().regex(levelPattern),
  serialNumber: z.string().regex(levelPattern),
};

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * A schema in the form that is published. Texts with usual values list them, a field with a default may be left out, and unknown
 * fields are allowed, as both sides ignore them.
 */
function published(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(published);
  if (!isObject(schema)) return schema;
  const { default: _, known, additionalProperties, propertyNames: __, required, ...rest } = schema;
  // The pattern of a date repeats its format in three hundred characters.
  const dropped = [...(known ? ['maxLength'] : []), ...('format' in rest ? ['pattern'] : [])];
  const fields = Object.entries(rest).filter(([key]) => !dropped.includes(key));
  const must = Array.isArray(required) ? required.filter((key) => !hasDefault(schema, String(key))) : [];
  const closed = additionalProperties === false || isEmpty(additionalProperties);
  return {
    ...Object.fromEntries(fields.map(([key, value]) => [key, publishedPart(key, value)])),
    ...(known !== undefined && { enum: known }),
    ...(must.length > 0 && { required: must }),
    ...(!closed &&
      additionalProperties !== undefined && { additionalProperties: published(additionalProperties) }),
  };
}

/** The fields of an object may have any name, also `default` or `required`, so their map is not read as a schema. */
const publishedPart = (key: string, value: unknown): unknown =>
  key === 'properties' && isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, published(field)]))
    : published(value);

const isEmpty = (value: unknown) => isObject(value) && Object.keys(value).length === 0;

function hasDefault({ properties }: JsonSchema, key: string): boolean {
  const field = isObject(properties) ? properties[key] : undefined;
  return isObject(field) && 'default' in field;
}

const jsonSchemaOf = (title: string, schema: z.ZodType, io: 'input' | 'output' = 'output'): JsonSchema => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io });
  return { $schema, title, ...(published(rest) as JsonSchema) };
};

const vendorMessages = Object.entries({ ...upMessages.v3, ...downMessages.v3 }).filter(([name]) =>
  name.startsWith('x'),
);
const documents: Record<string, [schema: z.ZodType, io?: 'input']> = {
  'activate-request': [activationRequest],
  'activate-answer': [activationAnswer],
  // Reading renames a field, so the published form is the one before.
  'bundle-elements': [bundleElements, 'input'],
  'bundle-map': [bundleMeta],
  'module-command': [moduleCommand],
  'module-door-state': [moduleDoorState],
  'module-door-command': [moduleDoorCommand],
  'module-connection': [moduleConnection],
  'module-reply': [moduleReply],
  'module-state': [moduleState],
  'section-ai': [aiSection],
  'section-audio': [audioSection],
  'section-schedules': [scheduleSection],
  'section-tasks': [taskSection],
};

/** JSON schemas of our own messages and of the documents that robots read and write, by file name without its ending. */
export const jsonSchemas = (): Record<string, JsonSchema> =>
  Object.fromEntries([
    ...vendorMessages.map(([name, schema]) => [name, jsonSchemaOf(name, schema.extend(sentHeader))] as const),
    ...Object.entries(documents).map(
      ([name, [schema, io]]) => [name, jsonSchemaOf(name, schema, io)] as const,
    ),
  ]);

/** The text of a schema's file. */
export const jsonSchemaText = (schema: JsonSchema): string => `${JSON.stringify(schema, null, 2)}\n`;
