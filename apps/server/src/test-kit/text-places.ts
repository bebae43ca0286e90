import type { Call } from '@sweepline/contract';
import { z } from 'zod';

interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

const maxDepth = 12;

function placesIn(schema: Schema, path: string[], places: Map<string, string[]>): void {
  if (path.length > maxDepth) return;
  if ([schema.type].flat().includes('string')) places.set(path.join('\n'), path);
  for (const inner of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    placesIn(inner, path, places);
  for (const [name, inner] of Object.entries(schema.properties ?? {}))
    placesIn(inner, [...path, name], places);
  if (typeof schema.additionalProperties === 'object')
    placesIn(schema.additionalProperties, [...path, 'key'], places);
  for (const inner of [schema.items, ...(schema.prefixItems ?? [])])
    if (inner) placesIn(inner, [...path, '0'], places);
}

/** The text fields of a call's input, as paths of field names; the first item represents all items of a list. */
export function textPlacesOf(call: Call): string[][] {
  const places = new Map<string, string[]>();
  // zod generates JSON Schema; `Schema` describes the parts that the inputs use.
  placesIn(z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema, [], places);
  return [...places.values()];
}

/** The input with a text at a path; missing objects and lists around it are created. */
export function withText(input: unknown, [name, ...rest]: readonly string[], text: string): unknown {
  if (name === undefined) return text;
  if (name === '0' && (input === undefined || Array.isArray(input))) {
    const [first, ...others] = (input ?? []) as unknown[];
    return [withText(first, rest, text), ...others];
  }
  const object = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  return { ...object, [name]: withText(object[name], rest, text) };
}
