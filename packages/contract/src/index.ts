export * from './access.ts';
export * from './account-calls.ts';
export * from './accounts.ts';
export * from './alarms.ts';
export * from './announcements.ts';
export * from './auth.ts';
export * from './call.ts';
export * from './chat-users.ts';
export * from './companies.ts';
export * from './company.ts';
export * from './company-words.ts';
export * from './dead-letters.ts';
export * from './device-commands.ts';
export * from './device-live.ts';
export * from './device-requests.ts';
export * from './devices.ts';
export * from './error-log.ts';
export * from './errors.ts';
export * from './files.ts';
export * from './invitations.ts';
export * from './list.ts';
export * from './maps.ts';
export * from './notices.ts';
export * from './people.ts';
export * from './permission-ways.ts';
export * from './permissions.ts';
export * from './profile.ts';
export * from './passwords.ts';
export * from './roles.ts';
export * from './sessions.ts';
export * from './sites.ts';
export * from './system-logs.ts';
export * from './task-reports.ts';
export * from './tasks.ts';
export * from './topics.ts';

import { alarmCalls } from './alarms.ts';
import { announcementCalls } from './announcements.ts';
import { accessCalls } from './access.ts';
import { accountCalls } from './account-calls.ts';
import { authCalls } from './auth.ts';
import { chatUserCalls } from './chat-users.ts';
import { companyCalls } from './companies.ts';
import { deadLetterCalls } from './dead-letters.ts';
import { deviceRequestCalls } from './device-requests.ts';
import { deviceCalls } from './devices.ts';
import { errorLogCalls } from './error-log.ts';
import { fileCalls } from './files.ts';
import { invitationCalls } from './invitations.ts';
import { mapCalls } from './maps.ts';
import { noticeCalls } from './notices.ts';
import { profileCalls } from './profile.ts';
import { sessionCalls } from './sessions.ts';
import { roleCalls } from './roles.ts';
import { siteCalls } from './sites.ts';
import { auditCalls, systemLogCalls } from './system-logs.ts';
import { reportCalls } from './task-reports.ts';
import { runCalls, taskCalls } from './tasks.ts';

/** Every call of the product. The server must answer each of them; one test walks the whole table. */
export const allCalls = {
  auth: authCalls,
  sessions: sessionCalls,
  companies: companyCalls,
  sites: siteCalls,
  devices: deviceCalls,
  deviceRequests: deviceRequestCalls,
  maps: mapCalls,
  files: fileCalls,
  tasks: taskCalls,
  runs: runCalls,
  taskReports: reportCalls,
  profile: profileCalls,
  chatUsers: chatUserCalls,
  roles: roleCalls,
  access: accessCalls,
  accounts: accountCalls,
  invitations: invitationCalls,
  deadLetters: deadLetterCalls,
  systemLogs: systemLogCalls,
  audit: auditCalls,
  errorLog: errorLogCalls,
  notices: noticeCalls,
  alarms: alarmCalls,
  announcements: announcementCalls,
};
