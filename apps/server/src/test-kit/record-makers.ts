import type { allCalls } from '@sweepline/contract';
import type { builders } from './builders/builders.ts';
import type { codeBuilders } from './builders/code-builders.ts';
import type { TestDatabase } from './database.ts';

export type Feature = keyof typeof allCalls;
/** What creates rows. */
export type Builders = ReturnType<typeof builders> &
  ReturnType<typeof codeBuilders> &
  Pick<TestDatabase, 'asOwner'>;
type Maker = (server: Builders, companyId: string) => Promise<{ id: string }>;

/** Creates one record of a company per feature, or states why there is none. A new feature does not compile without a row. */
export const makers: Record<Feature, Maker | 'belongs to no company'> = {
  auth: 'belongs to no company',
  backgroundJobs: 'belongs to no company',
  backups: 'belongs to no company',
  servers: 'belongs to no company',
  search: 'belongs to no company',
  sessions: async ({ anAccount, asOwner }, companyId) => {
    const { id: accountId } = await anAccount({ companyId });
    const [session] = await asOwner((sql) => sql`select id from sessions where account_id = ${accountId}`);
    return { id: String(session?.id) };
  },
  companies: async (_server, companyId) => ({ id: companyId }),
  customAudio: ({ anAudio }, companyId) => anAudio({ companyId }),
  // Its calls name no record.
  speech: 'belongs to no company',
  voiceSets: ({ aVoiceSet }, companyId) => aVoiceSet({ companyId }),
  logos: ({ aLogo }, companyId) => aLogo({ companyId }),
  sites: ({ aSite }, companyId) => aSite({ companyId }),
  sitePlans: ({ aSite }, companyId) => aSite({ companyId }),
  devices: ({ aDevice }, companyId) => aDevice({ companyId }),
  connectionRefusals: 'belongs to no company',
  // Calls about devices.
  deviceHistory: ({ aDevice }, companyId) => aDevice({ companyId }),
  deviceFiles: ({ aDevice }, companyId) => aDevice({ companyId }),
  deviceScores: ({ aDevice }, companyId) => aDevice({ companyId }),
  commands: ({ aCommand }, companyId) => aCommand({ companyId }),
  // Calls about devices.
  deviceCare: ({ aDevice }, companyId) => aDevice({ companyId }),
  deviceBinding: ({ aDevice }, companyId) => aDevice({ companyId }),
  deviceStock: ({ aDevice }, companyId) => aDevice({ companyId }),
  deviceResales: ({ aResale }, companyId) => aResale({ companyId }),
  deviceWarranty: ({ aDevice }, companyId) => aDevice({ companyId }),
  deviceControl: ({ aDevice }, companyId) => aDevice({ companyId }),
  driveSessions: ({ aDriveSession }, companyId) => aDriveSession({ companyId }),
  diagnosis: ({ aDevice }, companyId) => aDevice({ companyId }),
  shell: ({ aShellSession }, companyId) => aShellSession({ companyId }),
  video: ({ aDevice }, companyId) => aDevice({ companyId }),
  videoWalls: ({ aDevice }, companyId) => aDevice({ companyId }),
  videoViews: ({ aDevice }, companyId) => aDevice({ companyId }),
  videoSnapshots: ({ aVideoSnapshot }, companyId) => aVideoSnapshot({ companyId }),
  // The rule of the caller’s own company: its calls name no record.
  snapshotRules: 'belongs to no company',
  attachedSnapshots: ({ anAttachedSnapshot }, companyId) => anAttachedSnapshot({ companyId }),
  videoRecordings: ({ aVideoRecording }, companyId) => aVideoRecording({ companyId }),
  remoteAccess: ({ aDriveSession }, companyId) => aDriveSession({ companyId }),
  controlPasswords: ({ aDevice }, companyId) => aDevice({ companyId }),
  deviceShares: ({ aShare }, companyId) => aShare({ companyId }),
  // Visible to the receiving account; tested separately.
  receivedShares: 'belongs to no company',
  // Without a company, so hidden from every company.
  deviceRequests: ({ aDeviceRequest }) => aDeviceRequest(),
  // Calls about devices.
  deviceVersions: ({ aDevice }, companyId) => aDevice({ companyId }),
  deviceSettings: ({ aDevice }, companyId) => aDevice({ companyId }),
  activationCodes: ({ aCode }, companyId) => aCode({ companyId }),
  deviceGroups: ({ aGroup }, companyId) => aGroup({ companyId }),
  settingsProfiles: ({ aProfile }, companyId) => aProfile({ companyId }),
  settingsRollouts: ({ aRollout }, companyId) => aRollout({ companyId }),
  maps: ({ aMap }, companyId) => aMap({ companyId }),
  // Calls about maps.
  mapDrafts: ({ aMap }, companyId) => aMap({ companyId }),
  mapLayers: ({ aMap }, companyId) => aMap({ companyId }),
  mapVersions: ({ aMap }, companyId) => aMap({ companyId }),
  deviceMaps: ({ aMap }, companyId) => aMap({ companyId }),
  files: async ({ aMap }, companyId) => ({ id: (await aMap({ companyId })).gridFileId }),
  deviceLogs: ({ aDeviceLog }, companyId) => aDeviceLog({ companyId }),
  // Settings of companies; their tenant scope is tested separately.
  logCollections: 'belongs to no company',
  // Folders are named by paths; the tenant scope is tested separately.
  logStore: 'belongs to no company',
  managedFiles: ({ aManagedFile }, companyId) => aManagedFile({ companyId }),
  fileTransfers: ({ aFileTransfer }, companyId) => aFileTransfer({ companyId }),
  // The caller’s own uploads: its calls name no record.
  uploads: 'belongs to no company',
  tasks: ({ aTask }, companyId) => aTask({ companyId }),
  runs: ({ aRun }, companyId) => aRun({ companyId, state: 'IN_PROGRESS' }),
  taskTemplates: ({ aTemplate }, companyId) => aTemplate({ companyId }),
  schedules: ({ aSchedule }, companyId) => aSchedule({ companyId }),
  holidays: ({ aHoliday }, companyId) => aHoliday({ companyId }),
  // Calls about tasks.
  calendar: ({ aTask }, companyId) => aTask({ companyId }),
  taskReports: ({ aReport }, companyId) => aReport({ companyId }),
  // Calls about reports.
  reportFigures: ({ aReport }, companyId) => aReport({ companyId }),
  reportDocuments: ({ aReport }, companyId) => aReport({ companyId }),
  reportShares: ({ aReportShare }, companyId) => aReportShare({ companyId }),
  // Stored by the triggers of their causes; the tenant scope is tested separately.
  apiEvents: 'belongs to no company',
  webhooks: ({ aWebhook }, companyId) => aWebhook({ companyId }),
  webhookDeliveries: ({ aDelivery }, companyId) => aDelivery({ companyId }),
  apps: ({ anApp }, companyId) => anApp({ companyId }),
  appReleases: ({ anAppRelease }, companyId) => anAppRelease({ companyId }),
  // Asked by apps without an account.
  appChecks: 'belongs to no company',
  apiUsers: ({ anApiUser }, companyId) => anApiUser({ companyId }),
  aiProjects: ({ anAiProject }, companyId) => anAiProject({ companyId }),
  aiConsents: ({ anAiConsent }, companyId) => anAiConsent({ companyId }),
  aiDatasets: ({ anAiDataset }, companyId) => anAiDataset({ companyId }),
  aiTrainings: ({ anAiTraining }, companyId) => anAiTraining({ companyId }),
  aiModels: ({ anAiModel }, companyId) => anAiModel({ companyId }),
  aiImages: ({ anAiImage }, companyId) => anAiImage({ companyId }),
  elevatorProjects: ({ anElevatorProject }, companyId) => anElevatorProject({ companyId }),
  elevators: ({ anElevator }, companyId) => anElevator({ companyId }),
  elevatorTests: ({ anElevatorTest }, companyId) => anElevatorTest({ companyId }),
  doors: ({ aDoor }, companyId) => aDoor({ companyId }),
  doorRecords: ({ aDoor }, companyId) => aDoor({ companyId }),
  rides: ({ anElevatorRide }, companyId) => anElevatorRide({ companyId }),
  elevatorModules: ({ anElevatorModule }, companyId) => anElevatorModule({ companyId }),
  screens: ({ aScreen }, companyId) => aScreen({ companyId }),
  // Calls about reports of companies, sites and robots.
  statistics: 'belongs to no company',
  boardFigures: 'belongs to no company',
  boardKinds: 'belongs to no company',
  // The layout of the caller’s own company: its calls name no record.
  boardLayouts: 'belongs to no company',
  siteTargets: ({ aSite }, companyId) => aSite({ companyId }),
  // The need of an open alarm.
  needs: async ({ aDevice, anAlarm }, companyId) => {
    const { id: deviceId } = await aDevice({ companyId });
    const { code } = await anAlarm({ companyId, deviceId });
    return { id: `ALARM:${deviceId}:${code}` };
  },
  assists: ({ anAlarm }, companyId) => anAlarm({ companyId }),
  subscriptions: ({ aSubscription }, companyId) => aSubscription({ companyId }),
  zoneBoard: ({ aMap }, companyId) => aMap({ companyId }),
  chatUsers: ({ aChatUser }, companyId) => aChatUser({ companyId }),
  // The caller’s own profile: its calls name no record.
  profile: 'belongs to no company',
  // Of the caller’s own home.
  gettingStarted: 'belongs to no company',
  // Its calls name a page, never a record.
  menuPins: 'belongs to no company',
  savedViews: async ({ anAccount, asOwner }, companyId) => {
    const { id: accountId } = await anAccount({ companyId });
    const [view] = await asOwner(
      (sql) => sql`insert into saved_views (id, company_id, account_id, page, name, query, created_at)
        values (gen_random_uuid(), ${companyId}, ${accountId}, '/x', 'x', '', now()) returning id`,
    );
    return { id: String(view?.id) };
  },
  roles: ({ aRole }, companyId) => aRole({ companyId }),
  // Calls about accounts.
  access: ({ anAccount }, companyId) => anAccount({ companyId }),
  accounts: ({ anAccount }, companyId) => anAccount({ companyId }),
  invitations: ({ anInvitation }, companyId) => anInvitation({ companyId }),
  deadLetters: 'belongs to no company',
  systemLogs: 'belongs to no company',
  audit: ({ anAuditEntry }, companyId) => anAuditEntry({ companyId }),
  // Named by their content, not by their company; the tenant scope is tested separately.
  errorLog: 'belongs to no company',
  networkCards: ({ aNetworkCard }, companyId) => aNetworkCard({ companyId }),
  // Settings of companies; their tenant scope is tested separately.
  noticeSettings: 'belongs to no company',
  notices: ({ aNotice }, companyId) => aNotice({ companyId }),
  alarms: ({ anAlarm }, companyId) => anAlarm({ companyId }),
  faultCodes: ({ aFaultCode }, companyId) => aFaultCode({ companyId }),
  // Calls without an account, by the token of a code.
  faultReports: 'belongs to no company',
  maintenancePlans: ({ aMaintenancePlan }, companyId) => aMaintenancePlan({ companyId }),
  maintenanceRecords: ({ aMaintenanceRecord }, companyId) => aMaintenanceRecord({ companyId }),
  maintenanceParts: 'belongs to no company',
  workOrders: ({ aWorkOrder }, companyId) => aWorkOrder({ companyId }),
  workOrderActs: ({ aWorkOrder }, companyId) => aWorkOrder({ companyId }),
  // Calls about orders.
  workOrderPictures: ({ aWorkOrder }, companyId) => aWorkOrder({ companyId }),
  workOrderWork: ({ aWorkOrder }, companyId) => aWorkOrder({ companyId }),
  checklists: ({ aChecklist }, companyId) => aChecklist({ companyId }),
  spareParts: ({ aSparePart }, companyId) => aSparePart({ companyId }),
  // Settings of companies; their tenant scope is tested separately.
  serviceLevels: 'belongs to no company',
  // Sums over the orders of companies.
  workOrderFigures: 'belongs to no company',
  workOrderEvidence: ({ anOrderWithEvidence }, companyId) => anOrderWithEvidence({ companyId }),
  otaPackages: ({ aPackage }, companyId) => aPackage({ companyId }),
  // Calls about packages. The companies below read packages, and no whitelist.
  otaWhitelists: ({ aPackage }, companyId) => aPackage({ companyId }),
  otaTasks: ({ anUpdateTask }, companyId) => anUpdateTask({ companyId }),
  deviceUpdates: ({ anUpdateRecord }, companyId) => anUpdateRecord({ companyId }),
  articles: ({ anArticle }, companyId) => anArticle({ companyId }),
  agreements: ({ anAgreement }, companyId) => anAgreement({ companyId }),
  // What the caller agrees to; no call names a record.
  ownAgreements: 'belongs to no company',
  // What is kept about the caller; no call names a record.
  privacy: 'belongs to no company',
  articleCategories: ({ aCategory }, companyId) => aCategory({ companyId }),
  // Calls without an account; the tenant scope and the audience are tested separately.
  publicArticles: 'belongs to no company',
  alarmActs: ({ anAlarm }, companyId) => anAlarm({ companyId }),
  // Calls about devices.
  monitor: ({ aDevice }, companyId) => aDevice({ companyId }),
  // Sums over the alarms of companies.
  alarmQuality: 'belongs to no company',
  alarmSettings: ({ anAlarmSetting }, companyId) => anAlarmSetting({ companyId }),
  // Settings of companies; their tenant scope is tested separately.
  codeTellings: 'belongs to no company',
  // Calls about alarms.
  alarmTellings: ({ anAlarm }, companyId) => anAlarm({ companyId }),
  escalation: ({ aPolicy }, companyId) => aPolicy({ companyId }),
  // The provider's; every account may read them.
  announcements: 'belongs to no company',
};
