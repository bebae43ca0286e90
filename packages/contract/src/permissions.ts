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
  roles: 'M400003',
  chatUsers: 'M400004',
  outerUsers: 'M400100',
  agents: 'M400101',
  outerAccounts: 'M400102',
  outerRoles: 'M400103',
  terminalCompanies: 'M400104',
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
  internalUsers: { accounts: {}, roles: {}, chatUsers: {} },
  outerUsers: { terminalCompanies: {}, agents: {}, outerAccounts: {}, outerRoles: {} },
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

/** The part of the tree that holders of these codes see: each held node and the way to it. */
export function prune(
  held: ReadonlySet<string>,
  branch: readonly PermissionNode[] = permissionTree,
): PermissionNode[] {
  if (held.has(everything)) return [...branch];
  return branch.flatMap((node) => {
    const childNodes = prune(held, node.childNodes);
    return held.has(node.code) || childNodes.length > 0 ? [{ code: node.code, childNodes }] : [];
  });
}
