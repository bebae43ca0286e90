import type { throttle } from '../platform/throttle.ts';
import { alarmAnswers } from '../features/alarms/alarm-handlers.ts';
import { announcementAnswers } from '../features/announcements/announcement-handlers.ts';
import { accessAnswers } from '../features/access/access-handlers.ts';
import { accountAnswers } from '../features/accounts/account-handlers.ts';
import { authAnswers, type AuthNeeds } from '../features/auth/auth-handlers.ts';
import { sessionAnswers } from '../features/auth/session-handlers.ts';
import { chatUserAnswers } from '../features/chat-users/chat-user-handlers.ts';
import { companyAnswers } from '../features/companies/company-handlers.ts';
import { deadLetterAnswers } from '../features/dead-letters/dead-letter-handlers.ts';
import { deviceAnswers } from '../features/devices/device-handlers.ts';
import { deviceRequestAnswers } from '../features/devices/device-request-handlers.ts';
import type { Robots } from '../features/devices/robots-service.ts';
import type { ErrorCollector } from '../features/error-log/error-collector.ts';
import { errorLogAnswers } from '../features/error-log/error-log-handlers.ts';
import { fileAnswers } from '../features/files/file-handlers.ts';
import { invitationAnswers } from '../features/invitations/invitation-handlers.ts';
import { mapAnswers } from '../features/maps/map-handlers.ts';
import type { Previews } from '../features/maps/map-preview-service.ts';
import { profileAnswers } from '../features/profile/profile-handlers.ts';
import { noticeAnswers } from '../features/notices/notice-handlers.ts';
import { siteAnswers } from '../features/sites/site-handlers.ts';
import { reportAnswers } from '../features/task-reports/report-handlers.ts';
import { roleAnswers } from '../features/roles/role-handlers.ts';
import { auditAnswers } from '../features/system-logs/audit-handlers.ts';
import { systemLogAnswers } from '../features/system-logs/system-log-handlers.ts';
import { runAnswers } from '../features/tasks/run-handlers.ts';
import { taskAnswers } from '../features/tasks/task-handlers.ts';
import type { Answers } from '../platform/calls.ts';

interface Needs extends AuthNeeds {
  previews: Previews;
  robots: Robots;
  errorReports: ErrorCollector;
  /** Wrong codes of messaging apps. */
  guesses: ReturnType<typeof throttle>;
}

/** Every call with its handler. A call of the contract that is missing here fails a test. */
export const allAnswers = (needs: Needs): Answers => [
  ...authAnswers(needs),
  ...sessionAnswers(needs),
  ...companyAnswers,
  ...siteAnswers,
  ...deviceAnswers(needs),
  ...deviceRequestAnswers,
  ...mapAnswers(needs),
  ...fileAnswers(needs),
  ...taskAnswers(needs),
  ...runAnswers(needs),
  ...reportAnswers,
  ...profileAnswers,
  ...chatUserAnswers(needs),
  ...roleAnswers,
  ...accessAnswers,
  ...accountAnswers,
  ...invitationAnswers,
  ...deadLetterAnswers({ rejections: needs.robots.rejections }),
  ...systemLogAnswers,
  ...auditAnswers,
  ...errorLogAnswers(needs),
  ...noticeAnswers,
  ...alarmAnswers,
  ...announcementAnswers,
];
