import { z } from 'zod';

/**
 * Text that is usually one of `values`. An unknown value stays text and is shown as "other", so a robot with newer values
 * stays readable: docs/protocol/topics.md#unknown-fields-and-values.
 */
export const oneOf = <const T extends string>(...values: readonly T[]) =>
  // The cast only adds the usual values for editors and the compiler; at run time every text is valid.
  z.string().max(64).meta({ known: values }) as unknown as z.ZodType<T | (string & {}), T | (string & {})>;

/** An optional field. A value of the wrong type counts as absent, so it does not invalidate the message. */
export const soft = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** Text of any purpose; a value of the wrong type refuses the message. */
export const text = z.string().max(65_536);
/** Long enough for `{uuid}.{index}` and for ids of third-party vehicles. */
export const identifier = z.string().max(128);
/** A finite number. Ranges are checked after parsing, field by field; a value outside is ignored and flagged. */
export const number = z.number();
export const list = <T extends z.ZodType>(item: T) => z.array(item).max(10_000).default([]);
export const openObject = z.record(z.string(), z.unknown());

/** Manufacturer and serial number, used as topic levels and MQTT user name: docs/protocol/topics.md#topic-levels. */
export const levelPattern = /^[A-Za-z0-9_.:-]{1,32}$/;
export const uuidPattern = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
/** An id in either case. It is compared in lower case, as the database returns it. */
export const uuid = z.string().regex(uuidPattern).toLowerCase();
/** An id that is returned to its sender unchanged. */
export const uuidAsSent = z.string().regex(uuidPattern);

/** Header of every message. An invalid header is flagged, not refused: docs/protocol/topics.md#envelope. */
export const header = {
  headerId: z.number().int().min(0).max(4_294_967_295).catch(0),
  timestamp: z.string().max(64).catch(''),
  version: z.string().max(32).catch(''),
  manufacturer: z.string().max(64).catch(''),
  serialNumber: z.string().max(64).catch(''),
};
export type Header = z.infer<z.ZodObject<typeof header>>;

/** Fields of a message that stays in the robot's journal until it is acknowledged: docs/protocol/journal.md#journal. */
export const durable = {
  msgId: uuid,
  bootId: soft(uuid),
  seq: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  occurredAt: z.string().max(64),
};
/** The same fields for topics with durable and other messages; progress messages are not durable. */
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
