import { profileCalls } from '@sweepline/contract';
import { answer } from '../../platform/calls/calls.ts';
import { profileOf, saveProfile } from '../accounts/profile-service.ts';

/** These calls have no id: they concern the caller's own profile only. */
export const profileAnswers = answer(profileCalls, {
  read: async ({ db, account }) => await profileOf(db, account.id),

  save: async ({ db, now, account }, input) => {
    await saveProfile(db, now, account, input);
    return await profileOf(db, account.id);
  },
});
