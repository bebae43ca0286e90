import type { AgreementKind, Lang } from '@sweepline/contract';

interface Version {
  kind: AgreementKind;
  daysAgo: number;
  texts: Record<Lang, { title: string; paragraphs: string[] }>;
}

const termsTitles = {
  en: 'Terms of use',
  'zh-cn': '使用条款',
  'zh-cw': '使用條款',
  ja: '利用条件',
  ko: '이용 조건',
  ge: 'Nutzungsbedingungen',
} satisfies Record<Lang, string>;

const first: Record<Lang, string> = {
  en: 'The console is for companies that operate cleaning robots. Each person has an account of their own.',
  'zh-cn': '本控制台供运营清洁机器人的企业使用，每个人使用自己的账号。',
  'zh-cw': '本主控台供營運清潔機器人的企業使用，每個人使用自己的帳號。',
  ja: '本コンソールは清掃ロボットを運用する会社のためのものです。各自が自分のアカウントを使用します。',
  ko: '이 콘솔은 청소 로봇을 운영하는 회사를 위한 것입니다. 각자 자신의 계정을 사용합니다.',
  ge: 'Die Konsole ist für Unternehmen, die Reinigungsroboter betreiben. Jede Person hat ein eigenes Konto.',
};
const second: Record<Lang, string> = {
  en: 'A person who drives a robot by hand sees the robot or the pictures of its cameras.',
  'zh-cn': '手动驾驶机器人时，须能看到机器人本身或其摄像头画面。',
  'zh-cw': '手動駕駛機器人時，須能看到機器人本身或其攝影機畫面。',
  ja: 'ロボットを手動で操縦するときは、ロボットまたはそのカメラの映像を見ている必要があります。',
  ko: '로봇을 수동으로 운전할 때는 로봇이나 카메라 영상을 보고 있어야 합니다.',
  ge: 'Wer einen Roboter von Hand fährt, hat ihn oder seine Kameras im Blick.',
};
const added: Record<Lang, string> = {
  en: 'Programs use the console by the open API and with a key of their own.',
  'zh-cn': '程序通过开放 API 并使用各自的密钥访问控制台。',
  'zh-cw': '程式透過開放 API 並使用各自的金鑰存取主控台。',
  ja: 'プログラムはオープン API を通じ、それぞれのキーでコンソールを使用します。',
  ko: '프로그램은 오픈 API와 각자의 키로 콘솔을 사용합니다.',
  ge: 'Programme nutzen die Konsole über die offene API und mit einem eigenen Schlüssel.',
};
const privacy: Record<Lang, { title: string; paragraphs: string[] }> = {
  en: {
    title: 'Privacy notice',
    paragraphs: [
      'We keep names, contacts, sign-ins and actions of accounts to operate the console and to prove what happened.',
      'The page “Privacy” of each account shows what is kept, for how long, and who looked at it.',
    ],
  },
  'zh-cn': {
    title: '隐私声明',
    paragraphs: [
      '我们保存账号的姓名、联系方式、登录和操作记录，用于运行控制台并证明所发生的事情。',
      '每个账号的“隐私”页面显示保存的内容、期限以及谁查看过。',
    ],
  },
  'zh-cw': {
    title: '隱私聲明',
    paragraphs: [
      '我們保存帳號的姓名、聯絡方式、登入和操作紀錄，用於營運主控台並證明所發生的事情。',
      '每個帳號的「隱私」頁面顯示保存的內容、期限以及誰檢視過。',
    ],
  },
  ja: {
    title: 'プライバシー通知',
    paragraphs: [
      'コンソールの運用と事実の証明のため、アカウントの氏名、連絡先、ログイン、操作を保存します。',
      '各アカウントの「プライバシー」ページで、保存内容、期間、閲覧した人を確認できます。',
    ],
  },
  ko: {
    title: '개인정보 처리방침',
    paragraphs: [
      '콘솔 운영과 사실 증명을 위해 계정의 이름, 연락처, 로그인, 작업을 보관합니다.',
      '각 계정의 ‘개인정보’ 페이지에서 보관 내용과 기간, 조회한 사람을 볼 수 있습니다.',
    ],
  },
  ge: {
    title: 'Datenschutzhinweise',
    paragraphs: [
      'Wir speichern Namen, Kontaktdaten, Anmeldungen und Vorgänge von Konten, um die Konsole zu betreiben und nachzuweisen, was geschah.',
      'Die Seite „Datenschutz“ jedes Kontos zeigt, was wie lange gespeichert ist und wer es angesehen hat.',
    ],
  },
};

const terms = (...parts: Record<Lang, string>[]) =>
  Object.fromEntries(
    Object.entries(termsTitles).map(([lang, title]) => [
      lang,
      { title, paragraphs: parts.map((part) => part[lang as Lang]) },
    ]),
  ) as Version['texts'];

/** Published texts of the provider, oldest first. */
export const agreementCases: readonly Version[] = [
  { kind: 'TERMS', daysAgo: 120, texts: terms(first, second) },
  { kind: 'PRIVACY', daysAgo: 120, texts: privacy },
  { kind: 'TERMS', daysAgo: 20, texts: terms(first, second, added) },
];
