import { accountCalls } from '@sweepline/contract';
import { answer } from '../../../platform/calls/calls.ts';
import {
  disableAccounts,
  enableAccounts,
  issueInitialPassword,
  registerAccount,
  removeAccounts,
  setApprover,
  signOutAccount,
  updateAccount,
} from './account-changes.ts';
import { exportAccounts } from './account-export.ts';
import { choicesFor, findCompanyFor, ownRights } from './account-grant-service.ts';
import { describeAccount, listAccounts } from './account-list.ts';

export const accountAnswers = answer(accountCalls, {
  list: (ctx, input) => listAccounts(ctx, input),

  detail: (ctx, { id }) => describeAccount(ctx, id),

  choices: async ({ db, account }, { companyId }) => {
    const company = await findCompanyFor(db, account, ['list', 'create', 'update'], companyId);
    return await choicesFor(db, await ownRights(db, account), company);
  },

  register: (ctx, input) => registerAccount(ctx, input),

  update: (ctx, input) => updateAccount(ctx, input),

  disable: async (ctx, { ids }) => {
    await disableAccounts(ctx, ids);
    return {};
  },

  signOut: async (ctx, { id }) => {
    await signOutAccount(ctx, id);
    return {};
  },

  enable: async (ctx, { ids }) => {
    await enableAccounts(ctx, ids);
    return {};
  },

  remove: async (ctx, { ids }) => {
    await removeAccounts(ctx, ids);
    return {};
  },

  initPassword: (ctx, { id }) => issueInitialPassword(ctx, 'init', id),

  resetPassword: (ctx, { id }) => issueInitialPassword(ctx, 'reset', id),

  setApprover: (ctx, input) => setApprover(ctx, input),

  export: async (ctx, input) => exportAccounts(ctx, input),
});
