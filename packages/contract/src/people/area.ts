export * from './access.ts';
export * from './account-calls.ts';
export * from './accounts.ts';
export * from './announcements.ts';
export * from './auth.ts';
export * from './chat-users.ts';
export * from './companies.ts';
export * from './company.ts';
export * from './company-values.ts';
export * from './invitations.ts';
export * from './menu-pins.ts';
export * from './notice-setting-values.ts';
export * from './notice-settings.ts';
export * from './notices.ts';
export * from './passwords.ts';
export * from './people.ts';
export * from './profile.ts';
export * from './roles.ts';
export * from './saved-views.ts';
export * from './search.ts';
export * from './sessions.ts';

import { accessCalls } from './access.ts';
import { accountCalls } from './account-calls.ts';
import { announcementCalls } from './announcements.ts';
import { authCalls } from './auth.ts';
import { chatUserCalls } from './chat-users.ts';
import { companyCalls } from './companies.ts';
import { invitationCalls } from './invitations.ts';
import { menuPinCalls } from './menu-pins.ts';
import { noticeSettingCalls } from './notice-settings.ts';
import { noticeCalls } from './notices.ts';
import { profileCalls } from './profile.ts';
import { roleCalls } from './roles.ts';
import { savedViewCalls } from './saved-views.ts';
import { searchCalls } from './search.ts';
import { sessionCalls } from './sessions.ts';

/** Calls about companies, accounts, roles, sessions and notices. */
export const peopleArea = {
  auth: authCalls,
  sessions: sessionCalls,
  companies: companyCalls,
  profile: profileCalls,
  savedViews: savedViewCalls,
  menuPins: menuPinCalls,
  search: searchCalls,
  chatUsers: chatUserCalls,
  roles: roleCalls,
  access: accessCalls,
  accounts: accountCalls,
  invitations: invitationCalls,
  notices: noticeCalls,
  noticeSettings: noticeSettingCalls,
  announcements: announcementCalls,
};
