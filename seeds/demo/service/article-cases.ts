import type { ArticleAudience, ArticleText, CategoryNames, Lang } from '@sweepline/contract';

type Six = readonly [en: string, zhCn: string, zhCw: string, ja: string, ko: string, ge: string];
const langs = ['en', 'zh-cn', 'zh-cw', 'ja', 'ko', 'ge'] as const satisfies readonly Lang[];
const byLang = (six: Six) => Object.fromEntries(langs.map((lang, n) => [lang, six[n]!])) as CategoryNames;

/** The categories of the demo, by the first digit of the alarm codes in them. */
export const articleCategoryCases: Readonly<Record<string, CategoryNames>> = {
  '1': byLang([
    'Driving and safety',
    '行驶与安全',
    '行駛與安全',
    '走行と安全',
    '주행과 안전',
    'Fahren und Sicherheit',
  ]),
  '2': byLang([
    'Cleaning and tanks',
    '清洁与水箱',
    '清潔與水箱',
    '清掃とタンク',
    '청소와 물탱크',
    'Reinigung und Tanks',
  ]),
  '3': byLang([
    'Power and charging',
    '电源与充电',
    '電源與充電',
    '電源と充電',
    '전원과 충전',
    'Strom und Laden',
  ]),
  '4': byLang([
    'Maps and routes',
    '地图与路线',
    '地圖與路線',
    '地図と経路',
    '지도와 경로',
    'Karten und Wege',
  ]),
  '5': byLang([
    'Network and camera',
    '网络与摄像头',
    '網路與攝影機',
    'ネットワークとカメラ',
    '네트워크와 카메라',
    'Netz und Kamera',
  ]),
  '6': byLang([
    'Elevators and doors',
    '电梯与门',
    '電梯與門',
    'エレベーターとドア',
    '엘리베이터와 문',
    'Aufzüge und Türen',
  ]),
  '7': byLang(['Software', '软件', '軟體', 'ソフトウェア', '소프트웨어', 'Software']),
  '8': byLang(['Connection', '连接', '連線', '接続', '연결', 'Verbindung']),
};

const questions: Six = [
  '{name}: what to do?',
  '{name}怎么办？',
  '{name}怎麼辦？',
  '「{name}」のときの対処方法は？',
  '‘{name}’일 때 어떻게 하나요?',
  '{name}: Was ist zu tun?',
];

const next: Six = [
  'If the alarm comes back, create a work order: support then sees what the robot reported.',
  '如果告警再次出现，请创建工单，支持人员可以看到机器人上报的数据。',
  '如果警報再次出現，請建立工單，支援人員可以看到機器人回報的資料。',
  'アラームが再び発生する場合は作業指示を作成してください。サポートがロボットの報告内容を確認できます。',
  '알람이 다시 발생하면 작업 지시를 만드세요. 지원팀이 로봇이 보고한 내용을 확인할 수 있습니다.',
  'Kommt der Alarm wieder, legen Sie einen Serviceauftrag an: Der Service sieht dann, was der Roboter gemeldet hat.',
];

/** The texts about one alarm: its name, and the remedy that the console shows beside it. */
export const alarmTexts = (names: readonly string[], remedies: readonly string[]): ArticleText[] =>
  langs.map((lang, n) => ({
    lang,
    question: questions[n]!.replace('{name}', names[n]!),
    answer: `<p>${remedies[n]!}</p><p>${next[n]!}</p>`,
    meaning: 1,
  }));

interface ArticleCase {
  audience: ArticleAudience;
  category: string;
  tags: string[];
  isDraft?: true;
  texts: ArticleText[];
}

const text = (lang: Lang, question: string, answer: string, meaning = 2): ArticleText => ({
  lang,
  question,
  answer,
  meaning,
});

/** Articles beside those about alarms: one for each further audience, one with an outdated translation, and a draft. */
export const articleCases: readonly ArticleCase[] = [
  {
    audience: 'PUBLIC',
    category: '2',
    tags: ['squeegee', '吸水扒', 'Sauglippe'],
    texts: [
      text(
        'en',
        'The floor stays wet behind the robot',
        '<ol><li><p>Empty the dirty water tank and clean its float.</p></li><li><p>Lift the squeegee and remove fibres from the lips.</p></li><li><p>Turn worn lips around, or replace them.</p></li></ol>',
      ),
      text(
        'zh-cn',
        '机器人经过后地面仍有水渍',
        '<ol><li><p>倒空污水箱并清洁浮球。</p></li><li><p>抬起吸水扒，清除胶条上的纤维。</p></li><li><p>将磨损的胶条翻面或更换。</p></li></ol>',
      ),
      text(
        'ge',
        'Der Boden bleibt hinter dem Roboter nass',
        '<ol><li><p>Schmutzwassertank leeren und den Schwimmer reinigen.</p></li><li><p>Sauglippe anheben und Fasern entfernen.</p></li></ol>',
        1,
      ),
    ],
  },
  {
    audience: 'CUSTOMERS',
    category: '2',
    tags: ['water', '用水量'],
    texts: [
      text(
        'en',
        'How much water does a run need?',
        '<p>About 0.3 litres for 10 m² at normal strength. The report of a run has what it used.</p>',
      ),
      text(
        'zh-cn',
        '一次清洁需要多少水？',
        '<p>标准强度下每 10 平方米约 0.3 升。每次执行的报告中有实际用水量。</p>',
      ),
    ],
  },
  {
    audience: 'PARTNERS',
    category: '7',
    tags: ['update', '升级'],
    texts: [
      text(
        'en',
        'Plan an update for a customer',
        '<ol><li><p>Agree on the update window of the site.</p></li><li><p>Begin with one robot, and wait for a whole night of work.</p></li></ol>',
      ),
      text(
        'zh-cn',
        '为客户安排升级',
        '<ol><li><p>与客户确认场所的升级时段。</p></li><li><p>先升级一台机器人，并观察一整晚的工作。</p></li></ol>',
      ),
    ],
  },
  {
    audience: 'INTERNAL',
    category: '8',
    tags: ['certificate', '证书'],
    texts: [
      text(
        'en',
        'A credential is used twice: how support decides',
        '<p>Compare the addresses of both connections. Revoke the credential, and activate the robot again on the spot.</p>',
      ),
      text(
        'zh-cn',
        '凭证被重复使用时的处理流程',
        '<p>对照两个连接的来源地址，撤销接入凭证，并在现场重新激活机器人。</p>',
      ),
    ],
  },
  {
    audience: 'PUBLIC',
    category: '3',
    tags: ['battery', '电量'],
    isDraft: true,
    texts: [text('zh-cn', '电池长期不用如何存放？', '<p>充到约 60%，每三个月补充一次。</p>')],
  },
];
