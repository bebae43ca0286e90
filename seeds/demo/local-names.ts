import { companies, roles, type CompanyKey } from './people.ts';

/** Languages of the demo places. */
export type PlaceLanguage = 'zh' | 'de';

/** Names of the simulator's floors in the languages of the demo places. */
const names: Record<PlaceLanguage, Record<string, string>> = {
  zh: {
    Atrium: '中庭',
    'Main street west': '西侧主街',
    'Main street east': '东侧主街',
    'Arcade north': '北连廊',
    'Arcade south': '南连廊',
    'Food court': '美食广场',
    'Department store': '百货区',
    'Main entrance': '正门',
    'Information desk': '服务台',
    'South entrance': '南门',
    'Food court entrance': '美食广场入口',
    'Escalators west': '西侧扶梯',
    'Escalators east': '东侧扶梯',
    Fountain: '喷泉',
    'Check-in hall': '值机大厅',
    'Check-in entrance': '值机大厅入口',
    'Security screening': '安检区',
    'Staff passage': '员工通道',
    'Moving walkway west': '西侧自动步道',
    'Moving walkway east': '东侧自动步道',
    'Concourse west': '西候机廊',
    'Concourse east': '东候机廊',
    'Gate A1–A3': 'A1–A3 登机口',
    'Gate A4–A6': 'A4–A6 登机口',
    'Gate A1': 'A1 登机口',
    'Gate A6': 'A6 登机口',
    'Cleaners’ bay door': '保洁间门口',
    'Water point': '加水点',
    Drain: '排水点',
    'Packing point': '停放点',
  },
  de: {
    Corridor: 'Flur',
    Reception: 'Empfang',
    Lounge: 'Aufenthaltsraum',
    Cafeteria: 'Kantine',
    'Open office': 'Großraumbüro',
    'Meeting room Oder': 'Besprechungsraum Oder',
    'Meeting room Rhine': 'Besprechungsraum Rhein',
    'Meeting room carpet': 'Teppich im Besprechungsraum',
    'Server room': 'Serverraum',
    'Reception entrance': 'Zugang zum Empfang',
    'Reception desk': 'Empfangstresen',
    'Corridor west': 'Flur West',
    'Cafeteria door': 'Tür zur Kantine',
    'Water point': 'Frischwasser',
    Drain: 'Abwasser',
    'Packing point': 'Abstellplatz',
  },
};

const charger = { zh: '充电桩', de: 'Ladestation' } as const;

/** The local name of a place on a floor of the simulator. Throws for a name without a translation. */
export function localName(language: PlaceLanguage, name: string): string {
  const dock = /^Dock (\d+)$/.exec(name);
  const local = dock ? `${charger[language]} ${dock[1]}` : names[language][name];
  if (local === undefined) throw new Error(`${name} has no ${language} name`);
  return local;
}

/** The local name of the task that cleans a zone every day. */
export const dailyTaskName = (language: PlaceLanguage, zone: string): string =>
  language === 'zh' ? `${zone}每日清洁` : `${zone} täglich`;

export type RoleKey = keyof typeof roles;

/** Names of the roles that customers have, in the languages of the demo places. The provider's are in English. */
const roleNames: Record<PlaceLanguage, Partial<Record<RoleKey, string>>> = {
  zh: { administrator: '管理员', supervisor: '保洁主管', technician: '售后工程师', reader: '只读用户' },
  de: {
    administrator: 'Administrator',
    supervisor: 'Reinigungsleitung',
    technician: 'Servicetechnik',
    reader: 'Lesezugriff',
  },
};

/** The name of a role in a company of the demo. Throws for a role without a name in the company's language. */
export function roleNameIn(company: CompanyKey, role: RoleKey): string {
  if (company === 'provider') return roles[role].name;
  const { region } = companies.find(({ key }) => key === company)!;
  const name = roleNames[region === 'CN' ? 'zh' : 'de'][role];
  if (name === undefined) throw new Error(`${role} of ${company} has no name in ${region}`);
  return name;
}
