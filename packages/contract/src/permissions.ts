/**
 * Every permission code of the specification, named once. Codes are the ones customers already hold in their roles.
 * An action below a page is the page's code and two digits; it exists when a call asks for it.
 */
export const permissions = {
  home: 'M100000',
  deviceCentre: 'M200000',
  deviceList: 'M200002',
  deviceCreate: 'M20000201',
  deviceUpdate: 'M20000202',
  deviceDelete: 'M20000203',
  deviceOperate: 'M20000204',
  deviceGroups: 'M200003',
  deviceStock: 'M200005',
  deviceDetailJ30: 'M200006',
  networkCards: 'M200010',
  sites: 'M200011',
  activationCodes: 'M110100',
  knowledge: 'M120000',
  appStore: 'M130100',
  appUpgrades: 'M130200',
  agreements: 'M130300',
  apiAccess: 'M140000',
  dataCentre: 'M300001',
  taskList: 'M300002',
  taskCreate: 'M30000201',
  taskUpdate: 'M30000202',
  taskDelete: 'M30000203',
  taskRun: 'M30000204',
  taskJ30: 'M300007',
  reportList: 'M300003',
  reportExport: 'M30000301',
  reportJ30: 'M300008',
  mapList: 'M300005',
  mapCreate: 'M30000501',
  mapUpdate: 'M30000502',
  mapDelete: 'M30000503',
  mapJ30: 'M300009',
  alarmList: 'M300101',
  operationLog: 'M300200',
  deviceLogs: 'M300201',
  monitoring: 'M300202',
  errorLog: 'M300203',
  customisation: 'M300300',
  aiCentre: 'M300400',
  aiModels: 'M300401',
  aiImages: 'M300402',
  aiTraining: 'M300403',
  internalUsers: 'M400000',
  accounts: 'M400002',
  accountCreate: 'M40000201',
  accountUpdate: 'M40000202',
  accountDelete: 'M40000203',
  accountDisable: 'M40000204',
  accountReset: 'M40000205',
  accountViewAs: 'M40000206',
  roles: 'M400003',
  roleCreate: 'M40000301',
  roleUpdate: 'M40000302',
  roleDelete: 'M40000303',
  defaultRoles: 'M40000304',
  chatUsers: 'M400004',
  chatUserUnlink: 'M40000401',
  outerUsers: 'M400100',
  agents: 'M400101',
  agentCreate: 'M40010101',
  agentUpdate: 'M40010102',
  agentDelete: 'M40010103',
  agentFreeze: 'M40010104',
  agentMove: 'M40010105',
  outerAccounts: 'M400102',
  outerAccountCreate: 'M40010201',
  outerAccountUpdate: 'M40010202',
  outerAccountDelete: 'M40010203',
  outerAccountDisable: 'M40010204',
  outerAccountReset: 'M40010205',
  outerAccountViewAs: 'M40010206',
  outerRoles: 'M400103',
  outerRoleCreate: 'M40010301',
  outerRoleUpdate: 'M40010302',
  outerRoleDelete: 'M40010303',
  terminalCompanies: 'M400104',
  terminalCreate: 'M40010401',
  terminalUpdate: 'M40010402',
  terminalDelete: 'M40010403',
  terminalFreeze: 'M40010404',
  terminalMove: 'M40010405',
  logos: 'M400200',
  customAudio: 'M400300',
  textToSpeech: 'M400400',
  logs: 'M500000',
  systemLog: 'M500002',
  audit: 'M500003',
  deadLetters: 'M500004',
  files: 'M600000',
  ota: 'M700000',
  otaDetail: 'M700001',
  reportSettings: 'M700115',
  elevatorCentre: 'M800001',
  elevators: 'M800300',
  elevatorRides: 'M800301',
  doors: 'M800302',
  workOrders: 'M900000',
} as const;

export type PermissionName = keyof typeof permissions;
export type Permission = (typeof permissions)[PermissionName];

/** Grants everything, held in a role instead of a code. */
export const everything = '*';

/** A node of the tree the server returns after login; the texts are the console's, under the permission's name. */
export interface PermissionNode {
  code: Permission;
  childNodes: PermissionNode[];
}

type Tree = { readonly [K in PermissionName]?: Tree };

/** What lies under what. A holder of a page also shows its parents; an action is worthless without its page. */
const tree: Tree = {
  home: {},
  deviceCentre: {
    deviceList: {
      deviceCreate: {},
      deviceUpdate: {},
      deviceDelete: {},
      deviceOperate: {},
      deviceDetailJ30: {},
    },
    deviceGroups: {},
    deviceStock: {},
    activationCodes: {},
    networkCards: {},
    sites: {},
  },
  dataCentre: {
    taskList: { taskCreate: {}, taskUpdate: {}, taskDelete: {}, taskRun: {}, taskJ30: {} },
    reportList: { reportExport: {}, reportJ30: {} },
    mapList: { mapCreate: {}, mapUpdate: {}, mapDelete: {}, mapJ30: {} },
  },
  operationLog: { monitoring: {}, alarmList: {}, deviceLogs: {}, errorLog: {}, reportSettings: {} },
  workOrders: {},
  ota: { otaDetail: {} },
  internalUsers: {
    accounts: {
      accountCreate: {},
      accountUpdate: {},
      accountDelete: {},
      accountDisable: {},
      accountReset: {},
      accountViewAs: {},
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
    },
    outerRoles: { outerRoleCreate: {}, outerRoleUpdate: {}, outerRoleDelete: {} },
  },
  files: {},
  logs: { systemLog: {}, audit: {}, deadLetters: {} },
  knowledge: {},
  appStore: {},
  appUpgrades: {},
  agreements: {},
  apiAccess: {},
  elevatorCentre: { elevators: {}, elevatorRides: {}, doors: {} },
  customisation: { logos: {}, customAudio: {}, textToSpeech: {} },
  aiCentre: { aiModels: {}, aiImages: {}, aiTraining: {} },
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
