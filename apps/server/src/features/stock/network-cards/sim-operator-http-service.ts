import { cardKeyOf } from '@sweepline/contract';
import { z } from 'zod';
import { OperatorRefusal, type OperatorCard, type SimOperator } from './sim-operator-service.ts';

const bytes = z.number().int().nonnegative();
const card = z.object({
  iccid: z.string().max(30),
  status: z.string().min(1).max(40),
  operator: z.string().max(60).default(''),
  packageType: z.string().max(60).default(''),
  suspendedBecause: z.string().max(200).default(''),
  activatedAt: z.iso.datetime().nullable().default(null),
  expiresAt: z.iso.datetime().nullable().default(null),
  monthlyBytes: bytes.nullable().default(null),
  usedBytes: bytes,
  usage: z
    .array(z.object({ day: z.iso.date(), kind: z.enum(['MESSAGES', 'FILES', 'VIDEO', 'OTHER']), bytes }))
    .max(400)
    .default([]),
});
const answer = z.object({ cards: z.array(card).max(500) });
const refusal = z.object({ error: z.string().max(200) });

const timeoutMs = 15_000;

/** An operator that implements the HTTP of docs/sim-operator.md; adapters of other operators translate to it. */
export function simOperatorOverHttp(url: string, token: string | undefined): SimOperator {
  const base = url.replace(/\/$/, '');

  const request = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const response = fetch(`${base}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    const received = await response.catch(() => {
      throw new OperatorRefusal('no answer');
    });
    const content: unknown = await received.json().catch(() => ({}));
    if (received.ok) return content;
    const reason = refusal.safeParse(content);
    throw new OperatorRefusal(reason.success ? reason.data.error : `HTTP ${received.status}`);
  };

  return {
    cards: async (iccids): Promise<OperatorCard[]> => {
      const query = new URLSearchParams({ iccid: iccids.join(',') });
      const parsed = answer.safeParse(await request('GET', `/v1/cards?${query}`));
      if (!parsed.success) throw new OperatorRefusal('an answer that cannot be read');
      return parsed.data.cards.flatMap((card) => {
        const iccid = cardKeyOf(card.iccid);
        return iccid !== undefined && iccids.includes(iccid) ? [{ ...card, iccid }] : [];
      });
    },
    suspend: async (iccid, reason) => void (await request('POST', `/v1/cards/${iccid}/suspend`, { reason })),
    resume: async (iccid) => void (await request('POST', `/v1/cards/${iccid}/resume`)),
    wake: async (iccid) => void (await request('POST', `/v1/cards/${iccid}/wake`)),
  };
}
