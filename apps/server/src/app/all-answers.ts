import type { throttle } from '../platform/limits/rates/throttle.ts';
import { alarmAnswers } from '../features/alarms/alarm-handlers.ts';
import { activationCodeAnswers } from '../features/activation-codes/activation-code-handlers.ts';
import { backgroundJobAnswers } from '../features/background-jobs/background-job-handlers.ts';
import { announcementAnswers } from '../features/announcements/announcement-handlers.ts';
import { accessAnswers } from '../features/access/access-handlers.ts';
import { accountAnswers } from '../features/accounts/account-handlers.ts';
import { authAnswers, type AuthNeeds } from '../features/auth/auth-handlers.ts';
import { sessionAnswers } from '../features/auth/session-handlers.ts';
import { chatUserAnswers } from '../features/chat-users/chat-user-handlers.ts';
import { commandAnswers } from '../features/commands/command-handlers.ts';
import { companyAnswers } from '../features/companies/company-handlers.ts';
import { deadLetterAnswers } from '../features/dead-letters/dead-letter-handlers.ts';
import { deviceScoreAnswers } from '../features/devices/device-score-handlers.ts';
import { deviceFileAnswers } from '../features/devices/device-file-handlers.ts';
import { deviceCareAnswers } from '../features/device-care/device-care-handlers.ts';
import { deviceAnswers } from '../features/devices/device-handlers.ts';
import { deviceGroupAnswers } from '../features/device-groups/device-group-handlers.ts';
import { deviceBindingAnswers } from '../features/device-binding/device-binding-handlers.ts';
import { deviceResaleAnswers } from '../features/device-stock/resale-handlers.ts';
import { deviceStockAnswers } from '../features/device-stock/stock-handlers.ts';
import { deviceWarrantyAnswers } from '../features/devices/warranty/warranty-handlers.ts';
import { deviceControlAnswers, type ControlGuesses } from '../features/device-control/control-handlers.ts';
import { controlPasswordAnswers } from '../features/device-control/control-password-handlers.ts';
import { driveSessionAnswers } from '../features/device-control/drive-session-handlers.ts';
import { receivedShareAnswers } from '../features/device-shares/received-share-handlers.ts';
import { deviceShareAnswers, type ShareLookups } from '../features/device-shares/share-handlers.ts';
import { deviceHistoryAnswers } from '../features/device-history/device-history-handlers.ts';
import { deviceRequestAnswers } from '../features/devices/device-request-handlers.ts';
import type { Robots } from '../robots-port/robots.ts';
import type { ErrorCollector } from '../features/error-log/error-collector.ts';
import { errorLogAnswers } from '../features/error-log/error-log-handlers.ts';
import { deviceSettingAnswers } from '../features/device-settings/device-settings-handlers.ts';
import { deviceVersionAnswers } from '../features/device-versions/device-version-handlers.ts';
import { fileAnswers } from '../features/files/file-handlers.ts';
import { invitationAnswers } from '../features/invitations/invitation-handlers.ts';
import { deviceMapAnswers } from '../features/maps/device-map-handlers.ts';
import { mapDraftAnswers } from '../features/maps/drafts/map-draft-handlers.ts';
import { mapVersionAnswers } from '../features/maps/drafts/map-version-handlers.ts';
import { mapAnswers } from '../features/maps/map-handlers.ts';
import type { Previews } from '../features/maps/exchange/map-preview-service.ts';
import { profileAnswers } from '../features/profile/profile-handlers.ts';
import { networkCardAnswers } from '../features/network-cards/network-card-handlers.ts';
import { noticeAnswers } from '../features/notices/notice-handlers.ts';
import { savedViewAnswers } from '../features/saved-views/saved-view-handlers.ts';
import { settingsProfileAnswers } from '../features/settings-rollouts/settings-profile-handlers.ts';
import { settingsRolloutAnswers } from '../features/settings-rollouts/settings-rollout-handlers.ts';
import { sitePlanAnswers } from '../features/sites/site-plan-handlers.ts';
import { siteAnswers } from '../features/sites/site-handlers.ts';
import { reportShareAnswers, type shareVisits } from '../features/report-shares/report-share-handlers.ts';
import {
  reportDocumentAnswers,
  type printChecks,
} from '../features/task-reports/documents/report-document-handlers.ts';
import { reportAnswers, reportFigureAnswers } from '../features/task-reports/report-handlers.ts';
import { roleAnswers } from '../features/roles/role-handlers.ts';
import { auditAnswers } from '../features/system-logs/audit-handlers.ts';
import { systemLogAnswers } from '../features/system-logs/system-log-handlers.ts';
import { calendarAnswers } from '../features/calendar/calendar-handlers.ts';
import { holidayAnswers } from '../features/calendar/holiday-handlers.ts';
import { scheduleAnswers } from '../features/calendar/schedule-handlers.ts';
import { taskTemplateAnswers } from '../features/tasks/task-template-handlers.ts';
import { runAnswers } from '../features/tasks/run-handlers.ts';
import { taskAnswers } from '../features/tasks/task-handlers.ts';
import type { SimOperator } from '../features/network-cards/sim-operator-service.ts';
import { insightAnswers } from './insight-answers.ts';
import type { Answers } from '../platform/calls/calls.ts';
import type { Vault } from '../platform/files/vault.ts';

interface Needs extends AuthNeeds {
  previews: Previews;
  /** The sender's address of mail; undefined where mail is not configured. */
  mailFrom?: string | undefined;
  vault: Vault;
  robots: Robots;
  simOperator?: SimOperator | undefined;
  controlGuesses: ControlGuesses;
  shareLookups: ShareLookups;
  /** The limit of requests for shared reports, by address. */
  shareVisits: ReturnType<typeof shareVisits>;
  /** The limit of validity checks of printed documents, by address. */
  printChecks: ReturnType<typeof printChecks>;
  errorReports: ErrorCollector;
  /** The throttle for wrong link codes of messaging apps. */
  guesses: ReturnType<typeof throttle>;
}

/** Calls about robots and their settings, sharing, stock and alarms. */
const ofDevices = (needs: Needs): Answers => [
  ...deviceAnswers(needs),
  ...deviceFileAnswers,
  ...deviceScoreAnswers,
  ...commandAnswers(needs),
  ...deviceCareAnswers(needs),
  ...deviceHistoryAnswers,
  ...deviceRequestAnswers,
  ...deviceControlAnswers(needs),
  ...driveSessionAnswers,
  ...controlPasswordAnswers,
  ...deviceShareAnswers(needs),
  ...receivedShareAnswers(needs),
  ...deviceBindingAnswers(needs),
  ...deviceStockAnswers,
  ...deviceResaleAnswers,
  ...deviceWarrantyAnswers,
  ...deviceGroupAnswers,
  ...settingsProfileAnswers,
  ...settingsRolloutAnswers,
  ...activationCodeAnswers(needs),
  ...deviceVersionAnswers,
  ...deviceSettingAnswers(needs),
  ...networkCardAnswers(needs),
  ...alarmAnswers,
  ...deadLetterAnswers({ rejections: needs.robots.rejections }),
];

/** Calls about sites, maps, tasks, plans, runs and reports. */
const ofWork = (needs: Needs): Answers => [
  ...siteAnswers,
  ...sitePlanAnswers,
  ...mapAnswers(needs),
  ...mapDraftAnswers,
  ...mapVersionAnswers,
  ...deviceMapAnswers(needs),
  ...taskAnswers(needs),
  ...runAnswers(needs),
  ...taskTemplateAnswers,
  ...scheduleAnswers,
  ...holidayAnswers,
  ...calendarAnswers,
  ...reportAnswers,
  ...reportFigureAnswers,
  ...reportDocumentAnswers(needs.printChecks),
  ...reportShareAnswers(needs.shareVisits),
  ...insightAnswers(needs),
];

/** All calls with their handlers. A call of the contract that is missing here fails `every-call.test.ts`. */
export const allAnswers = (needs: Needs): Answers => [
  ...authAnswers(needs),
  ...sessionAnswers(needs),
  ...companyAnswers,
  ...accountAnswers,
  ...roleAnswers,
  ...accessAnswers,
  ...invitationAnswers,
  ...chatUserAnswers(needs),
  ...profileAnswers,
  ...ofDevices(needs),
  ...ofWork(needs),
  ...fileAnswers(needs),
  ...savedViewAnswers,
  ...noticeAnswers,
  ...backgroundJobAnswers,
  ...announcementAnswers,
  ...systemLogAnswers,
  ...auditAnswers,
  ...errorLogAnswers(needs),
];
