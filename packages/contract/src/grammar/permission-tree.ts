import { permissions, type Permission, type PermissionName } from './permissions.ts';

/** A node of the tree that the server returns after login. The console has the texts, by permission name. */
export interface PermissionNode {
  code: Permission;
  childNodes: PermissionNode[];
}

type Tree = { readonly [K in PermissionName]?: Tree };

/** The hierarchy of permissions. A granted page also shows its parents; an action needs its page. */
const tree: Tree = {
  home: { screenManage: {}, boardArrange: {}, boardTargets: {} },
  deviceCentre: {
    deviceList: {
      deviceCreate: {},
      deviceUpdate: {},
      deviceDelete: {},
      deviceOperate: {},
      deviceDrive: {},
      deviceVideo: {},
      deviceSnapshot: {},
      deviceRecord: {},
      deviceShell: {},
      deviceShellApprove: {},
      deviceLiveLog: {},
      deviceShare: {},
      deviceControlPassword: {},
      deviceFreeze: {},
      deviceUnbind: {},
      deviceChangeSn: {},
      deviceWarranty: {},
      deviceImport: {},
      deviceExport: {},
      deviceSettings: {},
      deviceDetailJ30: {},
    },
    deviceGroups: { groupCreate: {}, groupUpdate: {}, groupDelete: {}, groupSync: {} },
    deviceStock: { stockChange: {}, stockResell: {}, stockReceive: {} },
    activationCodes: { codeGenerate: {}, codeUpdate: {}, codeRevoke: {}, codeExport: {} },
    networkCards: { cardImport: {}, cardOperate: {}, cardExport: {} },
    sites: { siteCreate: {}, siteUpdate: {}, siteDelete: {} },
    remoteAccess: { remoteAccessExport: {} },
  },
  dataCentre: {
    taskList: { taskCreate: {}, taskUpdate: {}, taskDelete: {}, taskRun: {}, taskJ30: {} },
    reportList: { reportExport: {}, reportShare: {}, reportJ30: {} },
    mapList: { mapCreate: {}, mapUpdate: {}, mapDelete: {}, mapJ30: {} },
    zoneBoard: { zoneTarget: {} },
    assists: { assistNote: {} },
    subscriptions: { subscriptionManage: {} },
    statistics: {},
  },
  operationLog: {
    monitoring: {},
    alarmList: { alarmAcknowledge: {}, alarmProcess: {}, alarmShelve: {}, alarmExport: {} },
    deviceLogs: { deviceLogPull: {}, deviceLogDownload: {} },
    errorLog: {},
    reportSettings: { alarmSettingChange: {}, noticeSettingChange: {} },
  },
  workOrders: {
    orderCreate: {},
    orderUpdate: {},
    orderDispatch: {},
    orderWork: {},
    orderResolve: {},
    orderReopen: {},
    orderExport: {},
    orderInternal: {},
    maintenancePlans: { maintenancePlanChange: {} },
    maintenanceRecords: { maintenanceRecordChange: {} },
  },
  ota: {
    otaDetail: {},
    otaUpload: {},
    otaUpdate: {},
    otaApprove: {},
    otaPublish: {},
    otaUnlist: {},
    otaDelete: {},
    otaStart: {},
    otaTaskApprove: {},
    otaForce: {},
    otaPostpone: {},
  },
  internalUsers: {
    accounts: {
      accountCreate: {},
      accountUpdate: {},
      accountDelete: {},
      accountDisable: {},
      accountReset: {},
      accountViewAs: {},
      accountApprover: {},
    },
    roles: { roleCreate: {}, roleUpdate: {}, roleDelete: {}, defaultRoles: {} },
    chatUsers: { chatUserUnlink: {} },
  },
  outerUsers: {
    terminalCompanies: {
      terminalCreate: {},
      terminalUpdate: {},
      terminalDelete: {},
      terminalFreeze: {},
      terminalMove: {},
    },
    agents: { agentCreate: {}, agentUpdate: {}, agentDelete: {}, agentFreeze: {}, agentMove: {} },
    outerAccounts: {
      outerAccountCreate: {},
      outerAccountUpdate: {},
      outerAccountDelete: {},
      outerAccountDisable: {},
      outerAccountReset: {},
      outerAccountViewAs: {},
      outerAccountApprover: {},
    },
    outerRoles: { outerRoleCreate: {}, outerRoleUpdate: {}, outerRoleDelete: {} },
  },
  files: { fileUpload: {}, fileDelete: {}, filePush: {}, filePull: {} },
  logs: { systemLog: {}, audit: {}, deadLetters: {} },
  knowledge: { articleWrite: {}, articleReview: {}, articlePublish: {} },
  appStore: { appWrite: {}, appPublish: {}, appDelete: {} },
  appUpgrades: { appReleaseWrite: {}, appReleaseReview: {}, appReleasePublish: {} },
  agreements: { agreementWrite: {}, agreementPublish: {}, agreementExport: {} },
  apiAccess: {
    apiUserCreate: {},
    apiUserUpdate: {},
    apiUserSuspend: {},
    apiKeys: {},
    apiWebhooks: {},
    apiObservers: {},
  },
  elevatorCentre: {
    elevators: {
      elevatorCreate: {},
      elevatorUpdate: {},
      elevatorDelete: {},
      elevatorLink: {},
      elevatorCommission: {},
    },
    elevatorRides: { rideAbort: {}, rideRelease: {}, rideStart: {} },
    doors: { doorOperate: {} },
  },
  customisation: {
    logos: { logoChange: {}, logoDelete: {} },
    customAudio: { audioCreate: {}, audioUpdate: {}, audioDelete: {}, audioRollOut: {}, audioPlay: {} },
    textToSpeech: { textToSpeechKeep: {} },
  },
  aiCentre: {
    aiProjectCreate: {},
    aiProjectUpdate: {},
    aiProjectDelete: {},
    aiConsents: {},
    aiModels: { aiModelApprove: {} },
    aiImages: { aiImageLabel: {}, aiImageReview: {}, aiImageDelete: {}, aiImageExport: {} },
    aiTraining: { aiTrainingStart: {} },
  },
};

const nodes = (branch: Tree): PermissionNode[] =>
  Object.entries(branch).map(([name, below]) => ({
    code: permissions[name as PermissionName],
    childNodes: nodes(below),
  }));

export const permissionTree: PermissionNode[] = nodes(tree);

/** Every code of a tree, parents before children. */
export const flatten = (branch: readonly PermissionNode[]): Permission[] =>
  branch.flatMap(({ code, childNodes }) => [code, ...flatten(childNodes)]);
