import { storableText, type Call } from '@sweepline/contract';
import { z } from 'zod';

/** Fields that name the record of a call without an id of its own, in this order: publishing a draft is about its map. */
const references = ['mapId', 'taskId', 'reportId', 'deviceId', 'siteId', 'userId', 'companyId'];

const uuid = z.uuid();
const singular = (family: string) => family.replace(/ies$/, 'y').replace(/s$/, '');

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `id`, or `deviceId` for a call about devices; one level down too, because an answer may wrap the new record. */
function ownId({ family }: Call, value: unknown): string | null {
  if (!isObject(value)) return null;
  const inner = value[singular(family)];
  const id = value['id'] ?? value[`${singular(family)}Id`] ?? (isObject(inner) ? inner['id'] : undefined);
  return typeof id === 'string' ? id : null;
}

function referenceOf(value: unknown): string | null {
  if (!isObject(value)) return null;
  const field = references.find((name) => uuid.safeParse(value[name]).success);
  return field === undefined ? null : String(value[field]);
}

/** Whether the input of a call names its own record, so that it does not create one. */
export const namesRecord = (call: Call, input: unknown): boolean => ownId(call, input) !== null;

/** The id of the record that a call is about. The body of a refused call is not validated. */
export function recordIdOf(call: Call, input: unknown, answer: unknown): string | null {
  const created = ownId(call, answer);
  const id =
    ownId(call, input) ?? (uuid.safeParse(created).success ? created : null) ?? referenceOf(input) ?? null;
  return id === null ? null : storableText(id, 64);
}
