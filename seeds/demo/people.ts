import { flatten, permissions, permissionTree } from '@sweepline/contract';

/** The tree of companies, each below the one it names. Names are those of the demo's own world. */
export const companies = [
  { key: 'provider', name: 'Sweepline', type: 0, under: null },
  { key: 'shanghai', name: '上海捷航机器人 Shanghai Jiehang', type: 2, agentLevel: 1, under: 'provider' },
  { key: 'suzhou', name: '苏州清逸服务 Suzhou Qingyi', type: 2, agentLevel: 2, under: 'shanghai' },
  { key: 'rhein', name: 'Rheinland Reinigungstechnik GmbH', type: 2, agentLevel: 1, under: 'provider' },
  { key: 'mall', name: '金鸡湖广场 Jinji Lake Plaza', type: 1, under: 'suzhou' },
  { key: 'airport', name: '虹桥东航站楼 Hongqiao East Terminal', type: 1, under: 'shanghai' },
  { key: 'factory', name: '临港汽车工厂 Lingang Motor Works', type: 1, under: 'shanghai' },
  { key: 'hospital', name: 'St.-Marien-Klinikum Köln', type: 1, under: 'rhein' },
  { key: 'tower', name: 'Rheinturm Office GmbH', type: 1, under: 'rhein' },
] as const;
export type CompanyKey = (typeof companies)[number]['key'];

const all = flatten(permissionTree);
const staffOnly: readonly string[] = [
  permissions.deadLetters,
  permissions.deviceCreate,
  permissions.deviceDelete,
];
const pages = all.filter((code) => code.length === 7);

/** What each kind of person may do; every company gets the roles its people hold. */
export const roles = {
  operations: { name: 'Operations', permissions: all },
  administrator: { name: 'Administrator', permissions: all.filter((code) => !staffOnly.includes(code)) },
  supervisor: {
    name: 'Cleaning supervisor',
    permissions: [
      permissions.home,
      permissions.deviceList,
      permissions.deviceOperate,
      permissions.taskList,
      permissions.taskCreate,
      permissions.taskUpdate,
      permissions.taskRun,
      permissions.reportList,
      permissions.reportExport,
      permissions.mapList,
    ],
  },
  technician: {
    name: 'Service technician',
    permissions: [
      permissions.deviceList,
      permissions.deviceOperate,
      permissions.deviceUpdate,
      permissions.taskList,
      permissions.taskRun,
      permissions.reportList,
      permissions.mapList,
      permissions.mapUpdate,
    ],
  },
  reader: {
    name: 'Reader',
    permissions: pages.filter(
      (code) => code.startsWith('M2000') || code.startsWith('M3000') || code === permissions.home,
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
  /** Said beside the account when the program prints it. */
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
    kind: 'provider, technical support',
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
