import { addDays } from '../../kit/format/days.ts';

/** The equally long period that ends the day before. */
export function periodBefore({ from, to }: { from: string; to: string }) {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  return { from: addDays(from, -days), to: addDays(from, -1) };
}
