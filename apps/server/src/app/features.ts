import type { Logger } from 'pino';
import { access } from '../features/access/manifest.ts';
import { accounts } from '../features/accounts/manifest.ts';
import { activationCodes } from '../features/activation-codes/manifest.ts';
import { alarmQuality } from '../features/alarm-quality/manifest.ts';
import { alarmSettings } from '../features/alarm-settings/manifest.ts';
import { alarmTellings } from '../features/alarm-tellings/manifest.ts';
import { alarms } from '../features/alarms/manifest.ts';
import { announcements } from '../features/announcements/manifest.ts';
import { assists } from '../features/assists/manifest.ts';
import { auth } from '../features/auth/manifest.ts';
import { backgroundJobs } from '../features/background-jobs/manifest.ts';
import { boardKinds } from '../features/board-kinds/manifest.ts';
import { boardLayouts } from '../features/board-layouts/manifest.ts';
import { calendar } from '../features/calendar/manifest.ts';
import { chatUsers } from '../features/chat-users/manifest.ts';
import { checklists } from '../features/checklists/manifest.ts';
import { commands } from '../features/commands/manifest.ts';
import { companies } from '../features/companies/manifest.ts';
import { connectionRefusals } from '../features/connection-refusals/manifest.ts';
import { deadLetters } from '../features/dead-letters/manifest.ts';
import { deviceBinding } from '../features/device-binding/manifest.ts';
import { deviceCare } from '../features/device-care/manifest.ts';
import { deviceControl } from '../features/device-control/manifest.ts';
import { deviceGroups } from '../features/device-groups/manifest.ts';
import { deviceHistory } from '../features/device-history/manifest.ts';
import { deviceLogs } from '../features/device-logs/manifest.ts';
import { deviceSettings } from '../features/device-settings/manifest.ts';
import { deviceShares } from '../features/device-shares/manifest.ts';
import { deviceShells } from '../features/device-shells/manifest.ts';
import { deviceStock } from '../features/device-stock/manifest.ts';
import { deviceVersions } from '../features/device-versions/manifest.ts';
import { diagnosis } from '../features/diagnosis/manifest.ts';
import { deviceVideo } from '../features/device-video/manifest.ts';
import { remoteAccess } from '../features/remote-access/manifest.ts';
import { devices } from '../features/devices/manifest.ts';
import { errorLog } from '../features/error-log/manifest.ts';
import { faultReports } from '../features/fault-reports/manifest.ts';
import { files } from '../features/files/manifest.ts';
import { invitations } from '../features/invitations/manifest.ts';
import { maintenance } from '../features/maintenance/manifest.ts';
import { mapLayers } from '../features/map-layers/manifest.ts';
import { maps } from '../features/maps/manifest.ts';
import { monitoring } from '../features/monitoring/manifest.ts';
import { needs } from '../features/needs/manifest.ts';
import { networkCards } from '../features/network-cards/manifest.ts';
import { noticeSettings } from '../features/notice-settings/manifest.ts';
import { notices } from '../features/notices/manifest.ts';
import { otaPackages } from '../features/ota-packages/manifest.ts';
import { otaTasks } from '../features/ota-tasks/manifest.ts';
import { profile } from '../features/profile/manifest.ts';
import { reportShares } from '../features/report-shares/manifest.ts';
import { reportSubscriptions } from '../features/report-subscriptions/manifest.ts';
import { roles } from '../features/roles/manifest.ts';
import { savedViews } from '../features/saved-views/manifest.ts';
import { screens } from '../features/screens/manifest.ts';
import { search } from '../features/search/manifest.ts';
import { servers } from '../features/servers/manifest.ts';
import { serviceLevels } from '../features/service-levels/manifest.ts';
import { settingsRollouts } from '../features/settings-rollouts/manifest.ts';
import { siteTargets } from '../features/site-targets/manifest.ts';
import { sites } from '../features/sites/manifest.ts';
import { spareParts } from '../features/spare-parts/manifest.ts';
import { statistics } from '../features/statistics/manifest.ts';
import { systemLogs } from '../features/system-logs/manifest.ts';
import { taskReports } from '../features/task-reports/manifest.ts';
import { tasks } from '../features/tasks/manifest.ts';
import { workOrderWork } from '../features/work-order-work/manifest.ts';
import { workOrderFigures } from '../features/work-order-figures/manifest.ts';
import { workOrders } from '../features/work-orders/manifest.ts';
import { zoneBoard } from '../features/zone-board/manifest.ts';
import type { SessionLimits } from '../features/auth/session-service.ts';
import type { InvitationMailer } from '../features/invitations/invitation-mailer-service.ts';
import type { Previews } from '../features/maps/exchange/map-preview-service.ts';
import type { SimOperator } from '../features/network-cards/sim-operator-service.ts';
import type { ReleaseKeys } from '../features/ota-packages/package-signature-service.ts';
import type { Mailer } from '../features/report-subscriptions/subscription-mailer-service.ts';
import type { NeedSource } from '../entities/work/need-source.ts';
import type { Services } from '../platform/calls/services.ts';
import type { Db } from '../platform/db/db.ts';
import type { FeatureManifest } from '../platform/feature-manifest.ts';
import type { FileStore } from '../platform/files/files.ts';
import type { Vault } from '../platform/files/vault.ts';
import type { RequestLimits } from '../platform/limits/request-limits.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Bus } from '../platform/socket/bus.ts';
import type { Tickets } from '../platform/socket/tickets.ts';
import type { Robots } from '../robots-port/robots.ts';

/** What handlers of calls may need. */
export interface CallNeeds {
  services: Services;
  now: Clock;
  log: Pick<Logger, 'error' | 'warn'>;
  robots: Robots;
  vault: Vault;
  tickets: Tickets;
  limits: Pick<RequestLimits, 'createLimit' | 'attempts'>;
  sessions: SessionLimits;
  /** Pictures of maps, used by the features maps and files. */
  previews: Previews;
  /** Present when an operator of SIM cards is configured. */
  simOperator?: SimOperator | undefined;
  /** The keys that sign software packages. */
  releaseKeys: ReleaseKeys;
  /** The sender's address of mail; undefined where mail is not configured. */
  mailFrom?: string | undefined;
  /** What waits for a person, of all features. */
  needSources: readonly NeedSource[];
  /** No other server can join the installation. */
  isAlone: boolean;
  /** The storage of each company for uploaded files. */
  fileQuotaBytes: number;
  /** The task runs before the server stops. */
  onClose(task: () => Promise<unknown>): void;
}

/** What rules of topics may need. */
export interface TopicNeeds {
  services: Services;
  now: Clock;
  robots: Pick<Robots, 'live' | 'watch'>;
  fault: (error: unknown) => void;
}

/** What background jobs may need. */
export interface JobNeeds {
  db: Db;
  bus: Bus;
  files: FileStore;
  now: Clock;
  logger: Logger;
  robots: Robots;
  sessions: SessionLimits;
  /** Days for which audit entries and interface errors are kept. */
  days: { audit: number; errors: number };
  /** The storage of each company for logs of its robots. */
  logQuotaBytes: number;
  /** Present when an operator of SIM cards is configured. */
  simOperator: SimOperator | undefined;
  /** Present when a mail server is configured. */
  mailer: (Mailer & InvitationMailer) | undefined;
}

/** The features of the server. A feature is wired here and nowhere else. */
export const features: readonly FeatureManifest<CallNeeds, TopicNeeds, JobNeeds, NeedSource>[] = [
  access,
  accounts,
  activationCodes,
  alarmQuality,
  alarmSettings,
  alarmTellings,
  alarms,
  announcements,
  assists,
  auth,
  backgroundJobs,
  boardKinds,
  boardLayouts,
  calendar,
  chatUsers,
  checklists,
  commands,
  companies,
  connectionRefusals,
  deadLetters,
  deviceBinding,
  deviceCare,
  deviceControl,
  deviceGroups,
  deviceHistory,
  deviceLogs,
  deviceSettings,
  // Its topics begin like that of a download, which is matched first.
  deviceShells,
  deviceShares,
  deviceStock,
  deviceVersions,
  diagnosis,
  deviceVideo,
  devices,
  errorLog,
  faultReports,
  files,
  invitations,
  maintenance,
  mapLayers,
  maps,
  monitoring,
  needs,
  networkCards,
  noticeSettings,
  notices,
  otaPackages,
  otaTasks,
  remoteAccess,
  profile,
  reportShares,
  reportSubscriptions,
  roles,
  savedViews,
  screens,
  search,
  servers,
  serviceLevels,
  settingsRollouts,
  siteTargets,
  sites,
  spareParts,
  statistics,
  systemLogs,
  taskReports,
  tasks,
  workOrderWork,
  workOrderFigures,
  workOrders,
  zoneBoard,
];
