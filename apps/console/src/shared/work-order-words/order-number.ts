import { workOrderNumber } from '@sweepline/contract';
import { session } from '../../kit/api/session.ts';

/** The number of a work order as the pages show it: with the code of its company if the user sees several. */
export const orderNumber = (order: { number: string; companyCode: string }): string =>
  workOrderNumber(order, { seesCompanies: session.user()?.seesCompanies ?? true });
