import { createHmac, randomBytes } from 'node:crypto';

/** A secret in the form of Standard Webhooks. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** The signatures of a message in the form of Standard Webhooks, one for each secret in force. */
export const webhookSignature = (
  secrets: readonly string[],
  id: string,
  stamp: number,
  body: string,
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${stamp}.${body}`).digest('base64')}`;
    })
    .join(' ');
