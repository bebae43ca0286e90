import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

const envelope = z.object({
  from: z.string(),
  channel: z.string(),
  content: z.unknown(),
  audience: z.object({ companyId: z.string(), accountId: z.string().optional() }).optional(),
});

const signatureBytes = 32;

const signatureOf = (body: Buffer, key: Buffer): Buffer => createHmac('sha256', key).update(body).digest();

/** The message with its signature. */
export function sealEnvelope(message: z.input<typeof envelope>, key: Buffer): Buffer {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([signatureOf(body, key), body]);
}

/** The message, if a server with the same key signed it. */
export function openEnvelope(payload: Buffer, key: Buffer): z.output<typeof envelope> | undefined {
  if (payload.length <= signatureBytes) return undefined;
  const [signature, body] = [payload.subarray(0, signatureBytes), payload.subarray(signatureBytes)];
  if (!timingSafeEqual(signature, signatureOf(body, key))) return undefined;
  return envelope.safeParse(parsedJson(body)).data;
}

function parsedJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
