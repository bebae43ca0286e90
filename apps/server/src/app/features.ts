import { access } from '../features/people/access/manifest.ts';
import { accounts } from '../features/people/accounts/manifest.ts';
import { agreements } from '../features/knowledge/agreements/manifest.ts';
import { activationCodes } from '../features/stock/activation-codes/manifest.ts';
import { aiDatasets } from '../features/ai/datasets/manifest.ts';
import { aiImages } from '../features/ai/images/manifest.ts';
import { aiModels } from '../features/ai/models/manifest.ts';
import { aiProjects } from '../features/ai/projects/manifest.ts';
import { aiTrainings } from '../features/ai/training/manifest.ts';
import { alarmQuality } from '../features/figures/alarm-quality/manifest.ts';
import { alarmSettings } from '../features/alarms/settings/manifest.ts';
import { alarmTellings } from '../features/alarms/escalation/manifest.ts';
import { alarms } from '../features/alarms/alarms/manifest.ts';
import { announcements } from '../features/people/announcements/manifest.ts';
import { appReleases } from '../features/updates/app-releases/manifest.ts';
import { apps } from '../features/updates/apps/manifest.ts';
import { articles } from '../features/knowledge/articles/manifest.ts';
import { assists } from '../features/alarms/assists/manifest.ts';
import { apiEvents } from '../features/api/events/manifest.ts';
import { apiUsers } from '../features/api/users/manifest.ts';
import { auth } from '../features/people/auth/manifest.ts';
import { backgroundJobs } from '../features/installation/background-jobs/manifest.ts';
import { backups } from '../features/installation/backups/manifest.ts';
import { boardKinds } from '../features/figures/board/board-kind-manifest.ts';
import { boardLayouts } from '../features/figures/board/manifest.ts';
import { calendar } from '../features/work/calendar/manifest.ts';
import { chatUsers } from '../features/people/chat-users/manifest.ts';
import { checklists } from '../features/service/checklists/manifest.ts';
import { commands } from '../features/devices/commands/manifest.ts';
import { companies } from '../features/people/companies/manifest.ts';
import { connectionRefusals } from '../features/installation/refusals/manifest.ts';
import { customAudio } from '../features/brand/audio/manifest.ts';
import { deadLetters } from '../features/installation/dead-letters/manifest.ts';
import { deviceBinding } from '../features/stock/binding/manifest.ts';
import { deviceCare } from '../features/devices/care/manifest.ts';
import { deviceControl } from '../features/devices/control/manifest.ts';
import { deviceGroups } from '../features/devices/groups/manifest.ts';
import { deviceHistory } from '../features/devices/history/manifest.ts';
import { deviceLogs } from '../features/remote/logs/manifest.ts';
import { deviceSettings } from '../features/devices/settings/manifest.ts';
import { deviceShares } from '../features/devices/shares/manifest.ts';
import { deviceShells } from '../features/remote/shells/manifest.ts';
import { deviceStock } from '../features/stock/robots/manifest.ts';
import { deviceVersions } from '../features/devices/versions/manifest.ts';
import { diagnosis } from '../features/remote/diagnosis/manifest.ts';
import { deviceVideo } from '../features/remote/video/manifest.ts';
import { remoteAccess } from '../features/remote/remote-access/manifest.ts';
import { devices } from '../features/devices/devices/manifest.ts';
import { doors } from '../features/places/doors/manifest.ts';
import { elevators } from '../features/places/elevators/manifest.ts';
import { rides } from '../features/places/rides/manifest.ts';
import { errorLog } from '../features/installation/errors/manifest.ts';
import { faultReports } from '../features/service/fault-reports/manifest.ts';
import { files } from '../features/remote/files/manifest.ts';
import { invitations } from '../features/people/invitations/manifest.ts';
import { logos } from '../features/brand/logos/manifest.ts';
import { maintenance } from '../features/service/maintenance/manifest.ts';
import { mapLayers } from '../features/figures/map-layers/manifest.ts';
import { maps } from '../features/places/maps/manifest.ts';
import { monitoring } from '../features/alarms/monitoring/manifest.ts';
import { needs } from '../features/figures/home/manifest.ts';
import { networkCards } from '../features/stock/network-cards/manifest.ts';
import { noticeSettings } from '../features/people/notice-settings/manifest.ts';
import { notices } from '../features/people/notices/manifest.ts';
import { otaPackages } from '../features/updates/packages/manifest.ts';
import { otaTasks } from '../features/updates/rollouts/manifest.ts';
import { privacy } from '../features/knowledge/privacy/manifest.ts';
import { profile } from '../features/people/profile/manifest.ts';
import { reportShares } from '../features/work/report-shares/manifest.ts';
import { reportSubscriptions } from '../features/figures/report-subscriptions/manifest.ts';
import { roles } from '../features/people/roles/manifest.ts';
import { savedViews } from '../features/people/saved-views/manifest.ts';
import { screens } from '../features/figures/screens/manifest.ts';
import { search } from '../features/people/search/manifest.ts';
import { servers } from '../features/installation/servers/manifest.ts';
import { serviceLevels } from '../features/service/levels/manifest.ts';
import { settingsRollouts } from '../features/devices/settings-rollouts/manifest.ts';
import { siteTargets } from '../features/figures/targets/manifest.ts';
import { sites } from '../features/places/sites/manifest.ts';
import { spareParts } from '../features/stock/spare-parts/manifest.ts';
import { speech } from '../features/brand/speech/manifest.ts';
import { statistics } from '../features/figures/statistics/manifest.ts';
import { systemLogs } from '../features/installation/audit/manifest.ts';
import { taskReports } from '../features/work/reports/manifest.ts';
import { tasks } from '../features/work/tasks/manifest.ts';
import { voiceSets } from '../features/brand/voice-sets/manifest.ts';
import { webhooks } from '../features/api/webhooks/manifest.ts';
import { workOrderWork } from '../features/service/my-orders/manifest.ts';
import { workOrderFigures } from '../features/service/figures/manifest.ts';
import { workOrders } from '../features/service/orders/manifest.ts';
import { zoneBoard } from '../features/work/zone-board/manifest.ts';
import type { NeedSource } from '../entities/figures/need-source.ts';
import type { FeatureManifest } from '../platform/feature-manifest.ts';
import type { CallNeeds, JobNeeds, TopicNeeds } from './feature-needs.ts';

/** The features of the server. A feature is wired here and nowhere else. */
export const features: readonly FeatureManifest<CallNeeds, TopicNeeds, JobNeeds, NeedSource>[] = [
  access,
  accounts,
  activationCodes,
  agreements,
  alarmQuality,
  alarmSettings,
  alarmTellings,
  alarms,
  apiEvents,
  apiUsers,
  announcements,
  appReleases,
  apps,
  articles,
  assists,
  auth,
  backgroundJobs,
  backups,
  boardKinds,
  boardLayouts,
  calendar,
  chatUsers,
  checklists,
  commands,
  companies,
  connectionRefusals,
  customAudio,
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
  doors,
  elevators,
  rides,
  aiDatasets,
  aiImages,
  aiModels,
  aiProjects,
  aiTrainings,
  errorLog,
  faultReports,
  files,
  invitations,
  logos,
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
  privacy,
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
  speech,
  statistics,
  systemLogs,
  taskReports,
  tasks,
  voiceSets,
  webhooks,
  workOrderWork,
  workOrderFigures,
  workOrders,
  zoneBoard,
];

/** The handlers of all calls. */
export const answersOf = (needs: CallNeeds) => features.flatMap(({ calls }) => calls?.(needs) ?? []);
