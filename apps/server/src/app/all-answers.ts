import { alarmAnswers } from '../features/alarms/alarm-handlers.ts';
import { announcementAnswers } from '../features/announcements/announcement-handlers.ts';
import { authAnswers } from '../features/auth/auth-handlers.ts';
import type { LoginGuard } from '../features/auth/login-guard.ts';
import { companyAnswers } from '../features/companies/company-handlers.ts';
import { deadLetterAnswers } from '../features/dead-letters/dead-letter-handlers.ts';
import { deviceAnswers } from '../features/devices/device-handlers.ts';
import { deviceRequestAnswers } from '../features/devices/device-request-handlers.ts';
import type { Robots } from '../features/devices/robots-service.ts';
import { fileAnswers } from '../features/files/file-handlers.ts';
import { mapAnswers } from '../features/maps/map-handlers.ts';
import type { Previews } from '../features/maps/map-preview-service.ts';
import { noticeAnswers } from '../features/notices/notice-handlers.ts';
import { siteAnswers } from '../features/sites/site-handlers.ts';
import { reportAnswers } from '../features/task-reports/report-handlers.ts';
import { runAnswers } from '../features/tasks/run-handlers.ts';
import { taskAnswers } from '../features/tasks/task-handlers.ts';
import type { Answers } from '../platform/calls.ts';
import type { Tickets } from '../platform/tickets.ts';

interface Needs {
  guard: LoginGuard;
  tickets: Tickets;
  previews: Previews;
  robots: Robots;
}

/** Every call with its handler. A call of the contract that is missing here fails a test. */
export const allAnswers = (needs: Needs): Answers => [
  ...authAnswers(needs),
  ...companyAnswers,
  ...siteAnswers,
  ...deviceAnswers(needs),
  ...deviceRequestAnswers,
  ...mapAnswers(needs),
  ...fileAnswers(needs),
  ...taskAnswers(needs),
  ...runAnswers(needs),
  ...reportAnswers,
  ...deadLetterAnswers({ rejections: needs.robots.rejections }),
  ...noticeAnswers,
  ...alarmAnswers,
  ...announcementAnswers,
];
