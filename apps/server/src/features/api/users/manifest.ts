import type { Vault } from '../../../platform/files/vault.ts';
import { apiUserAnswers } from './api-user-handlers.ts';

/** What this feature adds to the server. */
export const apiUsers = {
  calls: ({ vault }: { vault: Pick<Vault, 'seal'> }) => apiUserAnswers(vault),
};
