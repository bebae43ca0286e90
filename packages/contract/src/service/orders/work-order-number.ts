import { z } from 'zod';
import { companyCode } from '../../people/company.ts';

/** What names a work order: its number is counted per company. */
export const orderIdentity = { number: z.string(), companyCode: z.string() };

/**
 * The number of a work order as text: `STM-2026-000003`. It names one order of the installation. The code is left out only for readers
 * that see one company.
 */
export const workOrderNumber = (
  { number, companyCode }: { number: string; companyCode: string },
  { seesCompanies = true }: { seesCompanies?: boolean } = {},
): string => (seesCompanies ? `${companyCode}-${number}` : number);

const form = /^(?:(?<code>[a-z]\w{1,5})\s*-\s*)?(?<year>\d{4})\s*-\s*(?<count>\d{1,6})$/i;

/**
 * The number in a text, with or without the code of a company and with the zeros that people leave out: `stm-2026-41` is 2026-000041 of
 * STM. Undefined if the text is no number.
 */
export function parseWorkOrderNumber(
  text: string,
): { number: string; companyCode: string | null } | undefined {
  const { code, year, count } = form.exec(text.trim())?.groups ?? {};
  if (year === undefined || count === undefined) return undefined;
  const upper = code?.toUpperCase() ?? null;
  if (upper !== null && !companyCode.safeParse(upper).success) return undefined;
  return { number: `${year}-${count.padStart(6, '0')}`, companyCode: upper };
}
