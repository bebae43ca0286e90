import {
  apiLimits,
  companyTypes,
  scopePermissions,
  type ApiGroup,
  type Input,
  type apiUserCalls,
} from '@sweepline/contract';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { hasPermission, wrongField, type Account } from '../../../platform/calls/ctx.ts';

type Settings = Pick<Input<typeof apiUserCalls.add>, 'addresses' | 'validFrom' | 'validUntil'>;

const isAddressOrNetwork = (text: string): boolean =>
  // The spelling of `net` decides: `ipaddr.js` also reads octal and shortened forms.
  text.includes('/') ? ipaddr.isValidCIDR(text) && isIP(text.split('/')[0]!) > 0 : isIP(text) > 0;

/** Refuses a whitelist that is too long or unreadable, and a validity that ends before it begins. */
export function checkSettings({ addresses, validFrom, validUntil }: Settings): void {
  if (addresses.length > apiLimits.addresses)
    throw wrongField('addresses', 'ADDRESS_LIMIT', { most: apiLimits.addresses });
  const unreadable = addresses.find((text) => !isAddressOrNetwork(text));
  if (unreadable !== undefined) throw wrongField('addresses', 'NO_IP_ADDRESS', { value: unreadable });
  if (Date.parse(validUntil) <= Date.parse(validFrom)) throw wrongField('validUntil', 'ENDS_BEFORE_START');
}

/** An agent opens the API to the companies below it; its own access is given by the company above. */
export function checkMaker(account: Pick<Account, 'companyId'>, type: number, companyId: string): void {
  if (type === companyTypes.agent && companyId === account.companyId)
    throw wrongField('companyId', 'API_USER_BELOW_ONLY');
}

/** Refuses a scope that opens more than the maker of the key may do. */
export function checkScopes(
  account: Pick<Account, 'superAdmin' | 'permissionCodes'>,
  scopes: readonly ApiGroup[],
): void {
  if (!scopes.every((group) => scopePermissions[group].every((code) => hasPermission(account, code))))
    throw wrongField('scopes', 'SCOPE_BEYOND');
}
