import { z } from 'zod';
import { emailAddress, personName, phoneNumber } from './accounts.ts';
import { calls } from '../grammar/call.ts';
import { profile } from './people.ts';

/** Fields that the account itself may change; the administrator changes the others. */
const own = {
  nickname: personName,
  phone: phoneNumber.or(z.literal('')),
  email: emailAddress.or(z.literal('')),
  profile,
};

export const ownProfile = z.object({
  ...own,
  username: z.string(),
  companyName: z.string(),
  /** Null when the account has no role. */
  roleName: z.string().nullable(),
  version: z.number().int(),
});
export type OwnProfile = z.infer<typeof ownProfile>;

export const profileCalls = calls('profile', {
  read: {
    method: 'GET',
    path: 'service/profile/detail',
    allow: 'signedIn',
    input: z.strictObject({}),
    output: ownProfile,
  },
  save: {
    method: 'POST',
    path: 'service/profile/update',
    allow: 'signedIn',
    input: z.strictObject({
      ...own,
      /** The own password; required to change email or phone, by which others reach the person of the account. */
      originPassword: z.string().min(1).max(1_000).optional(),
      version: z.int(),
    }),
    output: ownProfile,
  },
});
