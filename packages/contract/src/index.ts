export * from './access.ts';
export * from './account-calls.ts';
export * from './accounts.ts';
export * from './activation-code.ts';
export * from './activation-code-rows.ts';
export * from './activation-codes.ts';
export * from './alarms.ts';
export * from './announcements.ts';
export * from './assists.ts';
export * from './auth.ts';
export * from './calendar.ts';
export * from './call.ts';
export * from './card-usage.ts';
export * from './chat-users.ts';
export * from './companies.ts';
export * from './company.ts';
export * from './company-words.ts';
export * from './dead-letters.ts';
export * from './device-care.ts';
export * from './device-binding.ts';
export * from './device-commands.ts';
export * from './control-passwords.ts';
export * from './device-control.ts';
export * from './drive-sessions.ts';
export * from './device-shares.ts';
export * from './device-files.ts';
export * from './device-scores.ts';
export * from './device-life.ts';
export * from './device-groups.ts';
export * from './device-history.ts';
export * from './device-live.ts';
export * from './device-maps.ts';
export * from './device-requests.ts';
export * from './device-resales.ts';
export * from './device-stock.ts';
export * from './device-versions.ts';
export * from './device-settings.ts';
export * from './device-warranty.ts';
export * from './devices.ts';
export * from './error-log.ts';
export * from './errors.ts';
export * from './files.ts';
export * from './invitations.ts';
export * from './list.ts';
export * from './map-drafts.ts';
export * from './map-layers.ts';
export * from './map-versions.ts';
export * from './maps.ts';
export * from './network-cards.ts';
export * from './notices.ts';
export * from './people.ts';
export * from './permission-tree.ts';
export * from './permission-ways.ts';
export * from './permissions.ts';
export * from './profile.ts';
export * from './passwords.ts';
export * from './report-subscriptions.ts';
export * from './roles.ts';
export * from './saved-views.ts';
export * from './schedule-times.ts';
export * from './schedules.ts';
export * from './sessions.ts';
export * from './settings-profiles.ts';
export * from './settings-rollouts.ts';
export * from './site-plans.ts';
export * from './sites.ts';
export * from './statistics.ts';
export * from './system-logs.ts';
export * from './table-file.ts';
export * from './report-documents.ts';
export * from './report-figures.ts';
export * from './report-shares.ts';
export * from './task-reports.ts';
export * from './tasks.ts';
export * from './topics.ts';
export * from './zone-board.ts';

import { alarmCalls } from './alarms.ts';
import { announcementCalls } from './announcements.ts';
import { accessCalls } from './access.ts';
import { accountCalls } from './account-calls.ts';
import { activationCodeCalls } from './activation-codes.ts';
import { assistCalls } from './assists.ts';
import { authCalls } from './auth.ts';
import { chatUserCalls } from './chat-users.ts';
import { companyCalls } from './companies.ts';
import { deadLetterCalls } from './dead-letters.ts';
import { deviceCareCalls } from './device-care.ts';
import { commandCalls } from './device-commands.ts';
import { deviceFileCalls } from './device-files.ts';
import { deviceScoreCalls } from './device-scores.ts';
import { deviceBindingCalls } from './device-binding.ts';
import { controlPasswordCalls } from './control-passwords.ts';
import { deviceControlCalls } from './device-control.ts';
import { driveSessionCalls } from './drive-sessions.ts';
import { deviceGroupCalls } from './device-groups.ts';
import { deviceHistoryCalls } from './device-history.ts';
import { deviceMapCalls } from './device-maps.ts';
import { deviceRequestCalls } from './device-requests.ts';
import { deviceShareCalls, receivedShareCalls } from './device-shares.ts';
import { deviceResaleCalls } from './device-resales.ts';
import { deviceStockCalls } from './device-stock.ts';
import { deviceVersionCalls } from './device-versions.ts';
import { deviceSettingCalls } from './device-settings.ts';
import { deviceWarrantyCalls } from './device-warranty.ts';
import { deviceCalls } from './devices.ts';
import { errorLogCalls } from './error-log.ts';
import { fileCalls } from './files.ts';
import { invitationCalls } from './invitations.ts';
import { mapDraftCalls } from './map-drafts.ts';
import { mapLayerCalls } from './map-layers.ts';
import { mapVersionCalls } from './map-versions.ts';
import { mapCalls } from './maps.ts';
import { networkCardCalls } from './network-cards.ts';
import { noticeCalls } from './notices.ts';
import { profileCalls } from './profile.ts';
import { savedViewCalls } from './saved-views.ts';
import { sessionCalls } from './sessions.ts';
import { subscriptionCalls } from './report-subscriptions.ts';
import { roleCalls } from './roles.ts';
import { settingsProfileCalls } from './settings-profiles.ts';
import { settingsRolloutCalls } from './settings-rollouts.ts';
import { sitePlanCalls } from './site-plans.ts';
import { siteCalls } from './sites.ts';
import { statisticsCalls } from './statistics.ts';
import { zoneBoardCalls } from './zone-board.ts';
import { auditCalls, systemLogCalls } from './system-logs.ts';
import { reportDocumentCalls } from './report-documents.ts';
import { reportFigureCalls } from './report-figures.ts';
import { reportShareCalls } from './report-shares.ts';
import { reportCalls } from './task-reports.ts';
import { calendarCalls } from './calendar.ts';
import { holidayCalls, scheduleCalls } from './schedules.ts';
import { runCalls, taskCalls, taskTemplateCalls } from './tasks.ts';

/** Every call of the product. The server must answer each of them; one test walks the whole table. */
export const allCalls = {
  auth: authCalls,
  sessions: sessionCalls,
  companies: companyCalls,
  sites: siteCalls,
  sitePlans: sitePlanCalls,
  devices: deviceCalls,
  commands: commandCalls,
  deviceCare: deviceCareCalls,
  deviceFiles: deviceFileCalls,
  deviceScores: deviceScoreCalls,
  deviceHistory: deviceHistoryCalls,
  deviceRequests: deviceRequestCalls,
  deviceControl: deviceControlCalls,
  driveSessions: driveSessionCalls,
  controlPasswords: controlPasswordCalls,
  deviceShares: deviceShareCalls,
  receivedShares: receivedShareCalls,
  deviceBinding: deviceBindingCalls,
  deviceStock: deviceStockCalls,
  deviceResales: deviceResaleCalls,
  deviceWarranty: deviceWarrantyCalls,
  activationCodes: activationCodeCalls,
  deviceVersions: deviceVersionCalls,
  deviceSettings: deviceSettingCalls,
  deviceGroups: deviceGroupCalls,
  settingsProfiles: settingsProfileCalls,
  settingsRollouts: settingsRolloutCalls,
  maps: mapCalls,
  mapDrafts: mapDraftCalls,
  mapVersions: mapVersionCalls,
  mapLayers: mapLayerCalls,
  deviceMaps: deviceMapCalls,
  files: fileCalls,
  tasks: taskCalls,
  runs: runCalls,
  taskTemplates: taskTemplateCalls,
  schedules: scheduleCalls,
  holidays: holidayCalls,
  calendar: calendarCalls,
  taskReports: reportCalls,
  statistics: statisticsCalls,
  zoneBoard: zoneBoardCalls,
  assists: assistCalls,
  subscriptions: subscriptionCalls,
  reportFigures: reportFigureCalls,
  reportDocuments: reportDocumentCalls,
  reportShares: reportShareCalls,
  profile: profileCalls,
  savedViews: savedViewCalls,
  chatUsers: chatUserCalls,
  roles: roleCalls,
  access: accessCalls,
  accounts: accountCalls,
  invitations: invitationCalls,
  deadLetters: deadLetterCalls,
  systemLogs: systemLogCalls,
  audit: auditCalls,
  errorLog: errorLogCalls,
  networkCards: networkCardCalls,
  notices: noticeCalls,
  alarms: alarmCalls,
  announcements: announcementCalls,
};
