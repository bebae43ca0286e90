type Search = Record<string, string | number | readonly (string | number)[] | null | undefined>;
type Id = { id: string };

/** A page of the console: call it with its search parameters for an address. Parameters without a value are left out. */
function page<S extends Search = Record<never, never>>(path: string) {
  const address = (...[search]: Record<never, never> extends S ? [search?: S] : [search: S]): string => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries<Search[string]>(search ?? {})) {
      for (const part of Array.isArray(value) ? value : [value]) {
        if (part !== undefined && part !== null) params.append(name, String(part));
      }
    }
    return params.size > 0 ? `${path}?${params}` : path;
  };
  return Object.assign(address, { path });
}

/** `new` opens the dialog of a new work order, with a snapshot of a camera. `recording` opens its player. */
type DeviceSearch = Id & CameraSearch & { tab?: string; action?: 'clean'; new?: 1; shell?: string };
type CameraSearch = { snapshot?: string; recording?: string };
type TaskSearch = { id?: string; run?: string; new?: 1; edit?: 1; mapId?: string; deviceId?: string };
type VideoWallSearch = { robot?: readonly string[]; camera?: string; large?: string; columns?: string };
type RemoteAccessSearch = { deviceId?: string; kind?: string; shell?: string };
type SingleTaskSearch = { deviceId?: string; mapId?: string | null };
type MapEditorSearch = Id & { deviceId?: string; x?: string; y?: string; advice?: string };
type RoleSearch = { id?: string; from?: string; copies?: string; compare?: string; with?: string };
type Period = { from?: string; to?: string; current?: string };
type ReportSearch = Period & {
  result?: string;
  companyId?: string;
  siteId?: string;
  deviceId?: string;
  cleaningMode?: readonly string[];
};
type AlarmsSearch = {
  deviceId?: string;
  companyId?: string;
  siteId?: string;
  code?: readonly string[];
  level?: readonly number[];
  open?: 'true' | 'false';
  mine?: 'true';
};
type MonitorSearch = { keyword?: string; companyId?: string; severity?: readonly string[] };
type MonitorDetailSearch = Id & { span?: string; at?: string; alarm?: string };
type AlarmSettingsSearch = { companyId?: string; model?: string; keyword?: string; view?: 'suppressions' };
type AlarmQualitySearch = { from?: string; to?: string; companyId?: string; model?: string };
/** `store` is the stored logs as folders, `dir` one of them. */
type LogStoreSearch = { keyword?: string; view?: 'store'; dir?: string };
type DeviceLogsSearch = LogStoreSearch & { deviceId?: string; state?: readonly string[] };
type DeviceLogSearch = Id & { file?: string; at?: string; keyword?: string };
type WorkOrdersSearch = {
  deviceId?: string;
  companyId?: string;
  siteId?: string;
  state?: readonly string[];
  verification?: readonly string[];
  alarmCode?: string;
  model?: string;
  assigneeId?: string;
  late?: 'true';
  mine?: 'true';
  view?: 'board';
  new?: 1;
  from?: string;
  to?: string;
};
type OrderFiguresSearch = { from?: string; to?: string; companyId?: string; by?: string };
type PackagesSearch = { state?: readonly string[]; model?: string; keyword?: string };
type AccountsSearch = { id?: string; roleId?: string; companyId?: string; add?: 'create' };

/** The addresses of the console's pages. The server writes some of them into mails and documents. */
export const pages = {
  welcome: page<{ needs?: 'mine' }>('/welcome/index'),
  board: page<{ from?: string; to?: string; siteId?: string }>('/dataBoard/index'),
  boardCompanies: page<{ from?: string; to?: string; parentId?: string }>('/dataBoard/companyData'),
  boardDevices: page<{ from?: string; to?: string; sort?: string; model?: string }>('/dataBoard/deviceIndex'),
  boardDevice: page<Id & { from?: string; to?: string }>('/dataBoard/deviceDetail'),
  profile: page('/account/profile'),
  security: page('/account/security'),
  notices: page<{ kind?: string }>('/notice/list'),

  devices: page<{
    state?: string;
    binding?: string;
    mode?: readonly string[];
    alarmLevel?: number;
    companyId?: string;
    keyword?: string;
    pageSize?: number;
    requests?: 'open';
  }>('/deviceManage/list'),
  device: page<DeviceSearch>('/device/detail'),
  deviceJ30: page<DeviceSearch>('/j30device/detail'),
  commands: page<{ command?: string }>('/deviceManage/commands'),
  videoWall: page<VideoWallSearch>('/deviceManage/video'),
  remoteAccess: page<RemoteAccessSearch>('/deviceManage/remoteAccess'),
  deviceGroups: page('/group/list'),
  deviceGroup: page<Id>('/group/detail'),
  settingsSync: page<{
    device?: string;
    profile?: string;
    group?: string;
    target?: readonly string[];
  }>('/group/sync'),
  settingsRollouts: page('/group/rollouts'),
  settingsRollout: page<Id>('/group/rollout'),
  settingsProfiles: page('/group/profiles'),
  settingsProfile: page<{ id?: string }>('/group/profile'),
  sharedDevices: page('/shared/list'),
  sharedDevice: page<{ share: string }>('/shared/device'),
  activationCodes: page<{ state?: string; keyword?: string }>('/activeCode/list'),
  networkCards: page<{ keyword?: string }>('/networkCard/list'),
  stock: page<{ view?: string; keyword?: string }>('/inventory/list'),

  alarms: page<AlarmsSearch>('/alarmLog/list'),
  alarm: page<Id>('/alarmLog/detail'),
  alarmQuality: page<AlarmQualitySearch>('/alarmLog/quality'),
  alarmSettings: page<AlarmSettingsSearch>('/operationLog/alarmPage'),

  workOrders: page<WorkOrdersSearch>('/workOrder/list'),
  workOrder: page<Id>('/workOrder/detail'),
  myWorkOrders: page<{ id?: string }>('/workOrder/mine'),
  workOrderFigures: page<OrderFiguresSearch>('/workOrder/figures'),
  serviceLevels: page('/workOrder/serviceLevels'),
  checklists: page<{ id?: string }>('/workOrder/checklists'),
  maintenancePlans: page<{ id?: string; deviceId?: string }>('/maintenance/plans'),
  maintenanceRecords: page<{ deviceId?: string; companyId?: string }>('/maintenance/records'),
  spareParts: page<{ siteId?: string }>('/maintenance/parts'),
  files: page<{ view?: 'transfers'; keyword?: string }>('/fileManage/list'),
  sparePartList: page<{ keyword?: string }>('/maintenance/spareParts'),

  otaPackages: page<PackagesSearch>('/softwareManage/list'),
  otaPackage: page<Id>('/softwareManage/otaDetail'),
  otaTasks: page<{ state?: readonly string[]; packageId?: string; keyword?: string; add?: string }>(
    '/softwareManage/taskList',
  ),
  otaTask: page<Id & { tab?: string }>('/softwareManage/taskDetail'),

  tasks: page<{ view?: string }>('/dataManage/taskList'),
  task: page<TaskSearch>('/dataManage/taskDetail'),
  taskJ30: page<TaskSearch>('/j30dataManage/taskDetail'),
  taskTemplates: page('/dataManage/taskTemplates'),
  singleTask: page<SingleTaskSearch>('/dataManage/singleTask'),
  singleTaskJ20: page<SingleTaskSearch>('/dataManage/J20/j20Task'),
  singleTaskJ30: page<SingleTaskSearch>('/dataManage/j30SingleTask'),
  runs: page('/dataManage/runs'),
  calendar: page<{ plan?: string; deviceId?: string; view?: string; day?: string }>('/dataManage/calendar'),

  reports: page<ReportSearch>('/dataManage/history'),
  report: page<Id>('/dataManage/historyDetail'),
  reportJ30: page<Id>('/dataManage/j30historyDetail'),
  monitor: page<MonitorSearch>('/operationLog/monitor'),
  monitorDetail: page<MonitorDetailSearch>('/operationLog/monitorDetail'),
  zones: page<{ mapId?: string; state?: string }>('/dataManage/zones'),
  runNotices: page('/operationLog/taskPage'),
  escalation: page('/operationLog/policyPage'),
  connectionNotices: page('/operationLog/upDownPage'),
  assists: page<{ runId?: string }>('/dataManage/assists'),
  statistics: page<{ from?: string; to?: string }>('/dataManage/statistics'),
  subscriptions: page('/dataManage/subscriptions'),
  screen: page('/dataBoard/screen'),
  screens: page<{ state?: string }>('/dataBoard/screens'),

  maps: page('/dataManage/mapList'),
  map: page<Id & { layer?: string }>('/dataManage/mapDetail'),
  mapJ20: page<Id>('/dataManage/J20/j20Map'),
  mapJ30: page<Id>('/dataManage/j30mapDetail'),
  mapEditor: page<MapEditorSearch>('/dataManage/editMap'),
  mapEditorJ30: page<MapEditorSearch>('/dataManage/j30editMap'),
  mapImport: page('/dataManage/importMap'),
  mapVersions: page<Id>('/dataManage/mapVersions'),
  mapDevices: page<Id>('/dataManage/mapDevices'),
  sites: page('/site/list'),
  site: page<Id>('/site/detail'),

  terminalCompanies: page('/outerUserManage/terminalCompany'),
  agents: page<{ view?: string; keyword?: string }>('/outerUserManage/companyList'),
  company: page<Id>('/outerUserManage/company'),
  agent: page<Id>('/outerUserManage/agent'),
  outerAccounts: page<AccountsSearch>('/outerUserManage/userList'),
  outerRoles: page<RoleSearch>('/outerUserManage/roleList'),
  outerRole: page<RoleSearch>('/outerUserManage/role'),
  outerAccess: page<{ account?: string }>('/outerUserManage/access'),
  accounts: page<AccountsSearch>('/userManage/userList'),
  roles: page<RoleSearch>('/userManage/roleList'),
  role: page<RoleSearch>('/userManage/role'),
  access: page<{ account?: string }>('/userManage/access'),
  chatUsers: page('/userManage/weChatList'),
  apiUsers: page<{ keyword?: string; state?: readonly string[] }>('/apiManage/list'),
  apiUser: page<Id & { tab?: string }>('/apiManage/detail'),
  systemLog: page('/logManage/systemLog'),
  audit: page<{ recordId?: string; accountId?: string }>('/logManage/audit'),
  deviceLogs: page<DeviceLogsSearch>('/operationLog/list'),
  deviceLog: page<DeviceLogSearch>('/operationLog/logDetail'),
  errorLog: page('/userLog/list'),
  backgroundJobs: page('/logManage/backgroundJobs'),
  servers: page('/logManage/servers'),
  deadLetters: page('/logManage/deadLetters'),
};
