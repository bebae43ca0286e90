import { flatten, isInternal, permissions, permissionTree } from '@sweepline/contract';

interface DemoCompany {
  name: string;
  type: 0 | 1 | 2;
  agentLevel?: number;
  region: string;
  location: string;
  contactName: string;
  contactPhone: string;
  contactEmail: string;
  scenario?: string;
  rating?: number;
  /** 1: the administrators arrange the data board. */
  feature?: 0 | 1;
}

/** The company tree; `under` is the key of the parent. All names are fictional. */
export const companies = [
  {
    key: 'provider',
    name: 'Sweepline',
    type: 0,
    under: null,
    region: 'CN',
    location: '上海市浦东新区张江路 88 号',
    contactName: 'Mei Lin',
    contactPhone: '+86 21 5550 0100',
    contactEmail: 'mei.lin@sweepline.example',
  },
  {
    key: 'shanghai',
    name: '上海捷航机器人 Shanghai Jiehang',
    type: 2,
    agentLevel: 1,
    under: 'provider',
    region: 'CN',
    location: '上海市闵行区申虹路 663 号',
    scenario: 'CLEANING_SERVICE',
    rating: 5,
    contactName: '顾明',
    contactPhone: '+86 21 5550 0211',
    contactEmail: 'gu.ming@jiehang.example',
  },
  {
    key: 'suzhou',
    name: '苏州清逸服务 Suzhou Qingyi',
    type: 2,
    agentLevel: 2,
    under: 'shanghai',
    region: 'CN',
    location: '苏州工业园区星湖街 328 号',
    scenario: 'CLEANING_SERVICE',
    rating: 4,
    contactName: '沈悦',
    contactPhone: '+86 512 5550 0317',
    contactEmail: 'shen.yue@qingyi.example',
  },
  {
    key: 'rhein',
    name: 'Rheinland Reinigungstechnik GmbH',
    type: 2,
    agentLevel: 1,
    under: 'provider',
    region: 'DE',
    location: 'Mathias-Brüggen-Straße 41, 50827 Köln',
    scenario: 'CLEANING_SERVICE',
    rating: 4,
    contactName: 'Katrin Vogel',
    contactPhone: '+49 221 5550 140',
    contactEmail: 'vogel@rheinland.example',
  },
  {
    key: 'mall',
    name: '金鸡湖广场 Jinji Lake Plaza',
    type: 1,
    under: 'suzhou',
    region: 'CN',
    location: '苏州工业园区苏州大道东 1 号',
    scenario: 'MALL',
    rating: 5,
    contactName: '周倩',
    contactPhone: '+86 512 5550 0402',
    contactEmail: 'zhou.qian@jinji.example',
  },
  {
    key: 'airport',
    name: '虹桥东航站楼 Hongqiao East Terminal',
    type: 1,
    under: 'shanghai',
    region: 'CN',
    location: '上海市长宁区迎宾二路 199 号',
    scenario: 'AIRPORT',
    rating: 4,
    contactName: '王磊',
    contactPhone: '+86 21 5550 0528',
    contactEmail: 'wang.lei@hongqiao.example',
  },
  {
    key: 'factory',
    name: '临港汽车工厂 Lingang Motor Works',
    type: 1,
    under: 'shanghai',
    region: 'CN',
    location: '上海市浦东新区江山路 5000 号',
    scenario: 'FACTORY',
    rating: 3,
    contactName: '孙伟',
    contactPhone: '+86 21 5550 0633',
    contactEmail: 'sun.wei@lingang.example',
  },
  {
    key: 'hospital',
    name: 'St.-Marien-Klinikum Köln',
    type: 1,
    feature: 1,
    under: 'rhein',
    region: 'DE',
    location: 'Kerpener Allee 12, 50931 Köln',
    scenario: 'HOSPITAL',
    rating: 5,
    contactName: 'Sabine Kremer',
    contactPhone: '+49 221 5550 260',
    contactEmail: 'kremer@marien.example',
  },
  {
    key: 'tower',
    name: 'Rheinturm Office GmbH',
    type: 1,
    under: 'rhein',
    region: 'DE',
    location: 'Stromufer 3, 40221 Düsseldorf',
    scenario: 'OFFICE',
    contactName: 'Tobias Lange',
    contactPhone: '+49 211 5550 377',
    contactEmail: 'lange@rheinturm.example',
  },
] as const satisfies readonly (DemoCompany & { key: string; under: string | null })[];
export type CompanyKey = (typeof companies)[number]['key'];

/** Sales and technical support staff of the provider by company branch; they see only these branches. */
export const links = [
  { company: 'shanghai', salesUsername: 'sales.liu' },
  { company: 'rhein', salesUsername: 'sales.liu', faeUsername: 'fae.weber' },
] as const satisfies readonly { company: CompanyKey; salesUsername?: string; faeUsername?: string }[];

const all = flatten(permissionTree);
const staffOnly: readonly string[] = [
  permissions.deadLetters,
  permissions.deviceCreate,
  permissions.deviceDelete,
  permissions.otaForce,
];
/** Pages of those who hand out devices, not of those who watch them. */
const stockPages: readonly string[] = [
  permissions.deviceStock,
  permissions.activationCodes,
  permissions.networkCards,
];
const pages = all.filter((code) => code.length === 7);

/** Roles of the demo; every company gets the roles of its accounts. */
export const roles = {
  operations: { name: 'Operations', permissions: all },
  administrator: {
    name: 'Administrator',
    permissions: all.filter((code) => !staffOnly.includes(code) && !isInternal(code)),
  },
  supervisor: {
    name: 'Cleaning supervisor',
    permissions: [
      permissions.home,
      permissions.deviceList,
      permissions.deviceOperate,
      permissions.deviceSettings,
      permissions.taskList,
      permissions.taskCreate,
      permissions.taskUpdate,
      permissions.taskRun,
      permissions.reportList,
      permissions.reportExport,
      permissions.mapList,
      permissions.alarmList,
      permissions.alarmAcknowledge,
      permissions.alarmProcess,
      permissions.workOrders,
      permissions.orderCreate,
      permissions.maintenanceRecords,
      permissions.otaPostpone,
    ],
  },
  sales: {
    name: 'Sales',
    permissions: [
      permissions.home,
      permissions.deviceList,
      permissions.reportList,
      permissions.agents,
      permissions.terminalCompanies,
      permissions.terminalCreate,
      permissions.terminalUpdate,
    ],
  },
  technician: {
    name: 'Service technician',
    permissions: [
      permissions.deviceList,
      permissions.deviceOperate,
      permissions.deviceSettings,
      permissions.deviceUpdate,
      permissions.monitoring,
      permissions.taskList,
      permissions.taskRun,
      permissions.reportList,
      permissions.mapList,
      permissions.mapUpdate,
      permissions.alarmList,
      permissions.alarmAcknowledge,
      permissions.alarmProcess,
      permissions.alarmShelve,
      permissions.alarmExport,
      permissions.workOrders,
      permissions.orderCreate,
      permissions.orderUpdate,
      permissions.orderWork,
      permissions.orderResolve,
      permissions.orderReopen,
      permissions.orderInternal,
      permissions.maintenancePlans,
      permissions.maintenanceRecords,
      permissions.maintenanceRecordChange,
    ],
  },
  reader: {
    name: 'Reader',
    permissions: pages.filter(
      (code) =>
        (code.startsWith('M2000') ||
          code.startsWith('M3000') ||
          code === permissions.monitoring ||
          code === permissions.home ||
          code === permissions.alarmList) &&
        !stockPages.includes(code),
    ),
  },
} as const;
type RoleKey = keyof typeof roles;

interface Person {
  username: string;
  nickname: string;
  company: CompanyKey;
  roleType: 1 | 2 | 3;
  role: RoleKey | null;
  staffKind?: 'SALES' | 'FAE';
  /** Description in the printed list of accounts. */
  kind: string;
}

export const people: readonly Person[] = [
  {
    username: 'admin',
    nickname: 'Mei Lin',
    company: 'provider',
    roleType: 1,
    role: null,
    kind: 'super admin',
  },
  {
    username: 'ops.chen',
    nickname: 'Chen Hao',
    company: 'provider',
    roleType: 2,
    role: 'operations',
    kind: 'provider, operations',
  },
  {
    username: 'fae.weber',
    nickname: 'Jonas Weber',
    company: 'provider',
    roleType: 3,
    role: 'technician',
    staffKind: 'FAE',
    kind: 'provider, technical support of the German customers',
  },
  {
    username: 'sales.liu',
    nickname: '刘洋 Liu Yang',
    company: 'provider',
    roleType: 3,
    role: 'sales',
    staffKind: 'SALES',
    kind: 'provider, sales',
  },
  {
    username: 'shanghai.admin',
    nickname: '顾明 Gu Ming',
    company: 'shanghai',
    roleType: 2,
    role: 'administrator',
    kind: 'agent level 1',
  },
  {
    username: 'suzhou.admin',
    nickname: '沈悦 Shen Yue',
    company: 'suzhou',
    roleType: 2,
    role: 'administrator',
    kind: 'agent level 2',
  },
  {
    username: 'rhein.admin',
    nickname: 'Katrin Vogel',
    company: 'rhein',
    roleType: 2,
    role: 'administrator',
    kind: 'agent in Germany',
  },
  {
    username: 'rhein.service',
    nickname: 'Marco Brandt',
    company: 'rhein',
    roleType: 3,
    role: 'technician',
    kind: 'service technician',
  },
  {
    username: 'mall.admin',
    nickname: '周倩 Zhou Qian',
    company: 'mall',
    roleType: 2,
    role: 'administrator',
    kind: 'mall, administrator',
  },
  {
    username: 'mall.cleaning',
    nickname: '李建国 Li Jianguo',
    company: 'mall',
    roleType: 3,
    role: 'supervisor',
    kind: 'mall, cleaning supervisor',
  },
  {
    username: 'mall.reader',
    nickname: '吴佳 Wu Jia',
    company: 'mall',
    roleType: 3,
    role: 'reader',
    kind: 'mall, may only look',
  },
  {
    username: 'airport.admin',
    nickname: '王磊 Wang Lei',
    company: 'airport',
    roleType: 2,
    role: 'administrator',
    kind: 'airport, administrator',
  },
  {
    username: 'airport.night',
    nickname: '赵敏 Zhao Min',
    company: 'airport',
    roleType: 3,
    role: 'supervisor',
    kind: 'airport, night shift',
  },
  {
    username: 'hospital.admin',
    nickname: 'Sabine Kremer',
    company: 'hospital',
    roleType: 2,
    role: 'administrator',
    kind: 'hospital, administrator',
  },
  {
    username: 'tower.admin',
    nickname: 'Tobias Lange',
    company: 'tower',
    roleType: 2,
    role: 'administrator',
    kind: 'office tower, administrator',
  },
  {
    username: 'factory.admin',
    nickname: '孙伟 Sun Wei',
    company: 'factory',
    roleType: 2,
    role: 'administrator',
    kind: 'factory, administrator',
  },
];
