import { z } from 'zod';

/**
 * Text that is normally one of `known`. A value nobody has heard of is kept as text and shown as "other": a robot with a
 * newer vocabulary must never become unreadable (protocol 1.5).
 */
export const oneOf = <const T extends string>(...known: readonly T[]) =>
  // The cast only names the usual values for editors and compilers; at run time every text passes.
  z.string().max(64).meta({ known }) as unknown as z.ZodType<T | (string & {}), T | (string & {})>;

/** A field that may be absent. Of the wrong type it counts as absent, so one odd field does not lose a message (3.3). */
export const soft = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** A field with a stated value for vehicles that leave it out; of the wrong type the message is refused. */
export const text = z.string().max(65_536);
/** Long enough for `{uuid}.{index}` and for what foreign vehicles use as ids. */
export const identifier = z.string().max(128);
/** Finite; ranges are judged field by field after parsing, where a value outside is ignored and flagged. */
export const number = z.number();
export const list = <T extends z.ZodType>(item: T) => z.array(item).max(10_000).default([]);
export const openObject = z.record(z.string(), z.unknown());

/** `[A-Za-z0-9_.:-]{1,32}`: manufacturer and serial number, which are also topic levels and MQTT user names (1.2). */
export const levelPattern = /^[A-Za-z0-9_.:-]{1,32}$/;
export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
export const uuid = z.string().regex(uuidPattern);

/** What every message begins with. A header that is not quite right is flagged, not refused (section 5, HEADER). */
export const header = {
  headerId: z.number().int().min(0).max(4_294_967_295).catch(0),
  timestamp: z.string().max(64).catch(''),
  version: z.string().max(32).catch(''),
  manufacturer: z.string().max(64).catch(''),
  serialNumber: z.string().max(64).catch(''),
};
export type Header = z.infer<z.ZodObject<typeof header>>;

/** Additional fields of a message that stays in the robot's journal until it is acknowledged (1.5). */
export const durable = {
  msgId: uuid,
  bootId: soft(uuid),
  seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  occurredAt: z.string().max(64),
};
/** Topics on which only some messages are durable: progress goes without. */
export const maybeDurable = {
  msgId: soft(uuid),
  bootId: soft(uuid),
  seq: soft(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER)),
  occurredAt: soft(z.string().max(64)),
};

export const keyValue = z.object({ key: z.string().max(256), value: z.string().max(256) });
export const errorReference = z.object({
  referenceKey: z.string().max(256),
  referenceValue: z.coerce.string().max(1024),
});

export const actionParameter = z.object({ key: z.string().max(256), value: z.unknown() });
