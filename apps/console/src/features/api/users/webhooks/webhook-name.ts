import type { Webhook } from '@sweepline/contract';

/** A webhook is known by its name, or by the host of its address. */
export const webhookName = ({ name, url }: Pick<Webhook, 'name' | 'url'>): string =>
  name || (URL.canParse(url) ? new URL(url).host : url);
