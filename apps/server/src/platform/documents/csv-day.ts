import { z } from 'zod';

/** Year first, as ISO 8601 and Chinese and Japanese tables write it; day first with points, as German ones do. */
const forms = [
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/,
  /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
];

/** The day in a cell, as `2030-01-31`; undefined for another form, and for a day that does not exist. */
export function dayOfCell(text: string): string | undefined {
  const parts = forms.map((form) => form.exec(text)?.groups).find(Boolean);
  if (!parts) return undefined;
  const { year = '', month = '', day = '' } = parts;
  return z.iso.date().safeParse(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`).data;
}
