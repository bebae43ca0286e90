import type { AppCategory, AppPlatform, AppState, LangTexts, ReleaseState } from '@sweepline/contract';

interface ReleaseCase {
  version: string;
  build: number;
  state: ReleaseState;
  /** Since its upload. */
  daysAgo: number;
  stages?: { percent: number; hours: number }[];
  isHalted?: boolean;
  leastBuild?: number;
  notes: LangTexts;
  /** Installs that have it. */
  installs: number;
}

export interface AppCase {
  name: string;
  packageId: string;
  platform: AppPlatform;
  category: AppCategory;
  state: AppState;
  /** Red, green and blue of its icon. */
  colour: [number, number, number];
  descriptions: LangTexts;
  releases: ReleaseCase[];
}

const first: LangTexts = {
  en: 'First version.',
  'zh-cn': '首个版本。',
  'zh-cw': '首個版本。',
  ja: '最初のバージョンです。',
  ko: '첫 버전입니다.',
  ge: 'Erste Version.',
};
const slowly = [
  { percent: 10, hours: 24 },
  { percent: 50, hours: 72 },
  { percent: 100, hours: 0 },
];

/** Apps with versions in all stages of their way. */
export const appCases: readonly AppCase[] = [
  {
    name: 'Cleaning screen',
    packageId: 'example.sweepline.screen',
    platform: 'ROBOT_SCREEN',
    category: 'OPERATION',
    state: 'PUBLISHED',
    colour: [43, 138, 158],
    descriptions: {
      en: 'Starts tasks at the robot and shows what it needs.',
      'zh-cn': '在机器人上启动任务并显示所需操作。',
      'zh-cw': '在機器人上啟動任務並顯示所需操作。',
      ja: 'ロボット上でタスクを開始し、必要な対応を表示します。',
      ko: '로봇에서 작업을 시작하고 필요한 조치를 보여 줍니다.',
      ge: 'Startet Aufträge am Roboter und zeigt, was er braucht.',
    },
    releases: [
      { version: '1.3.0', build: 130, state: 'PUBLISHED', daysAgo: 60, notes: first, installs: 14 },
      {
        version: '1.4.0',
        build: 140,
        state: 'PUBLISHED',
        daysAgo: 2,
        stages: slowly,
        leastBuild: 120,
        notes: {
          en: 'The map turns with the robot.',
          'zh-cn': '地图随机器人旋转。',
          'zh-cw': '地圖隨機器人旋轉。',
          ja: '地図がロボットに合わせて回転します。',
          ko: '지도가 로봇과 함께 회전합니다.',
          ge: 'Die Karte dreht sich mit dem Roboter.',
        },
        installs: 9,
      },
      { version: '1.5.0', build: 150, state: 'DRAFT', daysAgo: 0, notes: first, installs: 0 },
    ],
  },
  {
    name: 'Field service',
    packageId: 'example.sweepline.field',
    platform: 'ANDROID',
    category: 'MAINTENANCE',
    state: 'PUBLISHED',
    colour: [217, 130, 43],
    descriptions: {
      en: 'Work orders on the phone, also without a connection.',
      'zh-cn': '在手机上处理工单，无网络时也可使用。',
      'zh-cw': '在手機上處理工單，無網路時也可使用。',
      ja: 'スマートフォンで作業指示を扱えます。オフラインでも使えます。',
      ko: '휴대전화에서 작업 지시를 처리하며 연결이 없어도 쓸 수 있습니다.',
      ge: 'Serviceaufträge auf dem Smartphone, auch ohne Verbindung.',
    },
    releases: [
      { version: '2.0.0', build: 200, state: 'PUBLISHED', daysAgo: 90, notes: first, installs: 31 },
      {
        version: '2.1.0',
        build: 210,
        state: 'PUBLISHED',
        daysAgo: 3,
        stages: slowly,
        isHalted: true,
        notes: {
          en: 'Pictures are sent faster.',
          'zh-cn': '图片发送更快。',
          'zh-cw': '圖片傳送更快。',
          ja: '画像の送信が速くなりました。',
          ko: '사진을 더 빨리 보냅니다.',
          ge: 'Bilder werden schneller gesendet.',
        },
        installs: 4,
      },
    ],
  },
  {
    name: 'Supervisor',
    packageId: 'example.sweepline.supervisor',
    platform: 'IOS',
    category: 'TOOL',
    state: 'PUBLISHED',
    colour: [90, 104, 190],
    descriptions: {
      en: 'The fleet at a glance for those on the way.',
      'zh-cn': '随时随地掌握机器人概况。',
      'zh-cw': '隨時隨地掌握機器人概況。',
      ja: '外出先でもロボット全体の状況がわかります。',
      ko: '이동 중에도 로봇 현황을 한눈에 봅니다.',
      ge: 'Die Flotte auf einen Blick für unterwegs.',
    },
    releases: [],
  },
  {
    name: 'Visitor guide',
    packageId: 'example.sweepline.guide',
    platform: 'ROBOT_SCREEN',
    category: 'MEDIA',
    state: 'DRAFT',
    colour: [120, 160, 70],
    descriptions: { en: 'Shows the way to visitors.', 'zh-cn': '', 'zh-cw': '', ja: '', ko: '', ge: '' },
    releases: [],
  },
];
