import { expect, test } from 'vitest';
import { sideOf } from './accounts.ts';
import { companyTypes } from './auth.ts';

test('the accounts of the provider are internal, all others are outer', () => {
  const { provider, terminal, agent } = companyTypes;
  expect([provider, terminal, agent].map(sideOf)).toEqual(['INTERNAL', 'OUTER', 'OUTER']);
});
