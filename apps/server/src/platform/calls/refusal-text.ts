import { bcp47, errors, fieldReasons, lookup, type FieldReason, type Lang } from '@sweepline/contract';
import { fillText } from '../runtime/fill-text.ts';
import type { Refusal } from './ctx.ts';

/** The text of a field's reason. Numbers are written in the form of the language. */
export const reasonText = ({ code, params }: FieldReason, lang: Lang): string =>
  fillText(fieldReasons[code][lang], (name) => {
    const value = lookup(params, name);
    return typeof value === 'number'
      ? new Intl.NumberFormat(bcp47[lang], { maximumFractionDigits: 10 }).format(value)
      : value;
  });

const isoMoment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** A time in the form of the language. The server does not know the zone of the reader, so it names its own. */
const momentText = (at: string, lang: Lang): string =>
  new Intl.DateTimeFormat(bcp47[lang], {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(new Date(at));

/** The message of a refusal. A word may be a reason or a time, which are written in the same language. */
export const refusalText = ({ reason, details }: Pick<Refusal, 'reason' | 'details'>, lang: Lang): string =>
  fillText(errors[reason].texts[lang], (name) => {
    const word = lookup(details.words ?? {}, name);
    if (typeof word === 'object') return reasonText(word, lang);
    return word !== undefined && isoMoment.test(word) ? momentText(word, lang) : word;
  });

/** The text for a person who sees no field: the first field's reason, else the message. */
export const firstReasonText = (refusal: Pick<Refusal, 'reason' | 'details'>, lang: Lang): string => {
  const [reason] = Object.values(refusal.details.fields ?? {});
  return reason ? reasonText(reason, lang) : refusalText(refusal, lang);
};
