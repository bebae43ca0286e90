import type { Lang } from '../grammar/lang.ts';

/** Where a company's robots work. Users may enter other text. */
export const scenarios = [
  'MALL',
  'SUPERMARKET',
  'AIRPORT',
  'STATION',
  'HOSPITAL',
  'OFFICE',
  'HOTEL',
  'SCHOOL',
  'FACTORY',
  'WAREHOUSE',
  'PARKING',
  'EXHIBITION',
  'CLEANING_SERVICE',
] as const;
export type Scenario = (typeof scenarios)[number];

/** ISO 3166 codes of countries and regions, and EU for Europe as a whole; browsers provide the names in every language. */
export const regions: readonly string[] =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH
  CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET EU FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN
  GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI
  LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM
  PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD
  TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(
    /\s+/,
  );

/** Records of a company that prevent its deletion. */
export const companyHoldings = [
  'companies',
  'accounts',
  'devices',
  'sites',
  'maps',
  'tasks',
  'reports',
] as const;
export type CompanyHolding = (typeof companyHoldings)[number];

/** Shown by the server when it refuses a deletion, and by the page before it asks. */
export const holdingTexts: Record<CompanyHolding, Record<Lang, string>> = {
  companies: {
    en: 'companies below',
    'zh-cn': '下级企业',
    'zh-cw': '下級企業',
    ja: '下位の会社',
    ko: '하위 회사',
    ge: 'Unternehmen darunter',
  },
  accounts: { en: 'accounts', 'zh-cn': '账号', 'zh-cw': '帳號', ja: 'アカウント', ko: '계정', ge: 'Konten' },
  devices: { en: 'devices', 'zh-cn': '设备', 'zh-cw': '設備', ja: 'デバイス', ko: '장치', ge: 'Geräte' },
  sites: { en: 'sites', 'zh-cn': '场所', 'zh-cw': '場所', ja: '拠点', ko: '현장', ge: 'Standorte' },
  maps: { en: 'maps', 'zh-cn': '地图', 'zh-cw': '地圖', ja: '地図', ko: '지도', ge: 'Karten' },
  tasks: { en: 'tasks', 'zh-cn': '任务', 'zh-cw': '任務', ja: 'タスク', ko: '작업', ge: 'Aufträge' },
  reports: { en: 'reports', 'zh-cn': '报告', 'zh-cw': '報告', ja: 'レポート', ko: '보고서', ge: 'Berichte' },
};
