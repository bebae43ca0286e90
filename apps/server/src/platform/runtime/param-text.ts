import { bcp47, type Lang } from '@sweepline/contract';

const steps = [
  { unit: 'day', minutes: 1_440 },
  { unit: 'hour', minutes: 60 },
  { unit: 'minute', minutes: 1 },
] as const;

/** A duration in its largest unit, such as "3 days". */
function durationText(minutes: number, lang: Lang): string {
  const { unit, minutes: size } = steps.find((step) => minutes >= step.minutes) ?? steps[2];
  return new Intl.NumberFormat(bcp47[lang], { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(minutes / size),
  );
}

/** The value of a parameter of a text. A number is a duration in minutes. */
export const paramText = (value: string | number, lang: Lang): string =>
  typeof value === 'number' ? durationText(value, lang) : value;
