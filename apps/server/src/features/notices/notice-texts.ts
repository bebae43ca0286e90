import { bcp47, type Lang } from '@sweepline/contract';
import { escapeHtml } from '../../platform/html.ts';

/** What notices say. `{name}` and the like are filled from the notice; `{span}` is a number of minutes. */
export const noticeTexts = {
  deviceOffline: {
    en: '<strong>{name}</strong> has been offline for {span}',
    'zh-cn': '<strong>{name}</strong> 已离线 {span}',
    'zh-cw': '<strong>{name}</strong> 已離線 {span}',
    ja: '<strong>{name}</strong> が {span} オフラインのままです',
    ko: '<strong>{name}</strong> 장치가 {span} 동안 오프라인 상태입니다',
    ge: '<strong>{name}</strong> ist offline, bisher {span}',
  },
  deviceBack: {
    en: '<strong>{name}</strong> is back online after {span}',
    'zh-cn': '<strong>{name}</strong> 离线 {span} 后已恢复在线',
    'zh-cw': '<strong>{name}</strong> 離線 {span} 後已恢復連線',
    ja: '<strong>{name}</strong> が {span} ぶりにオンラインに戻りました',
    ko: '<strong>{name}</strong> 장치가 {span} 만에 다시 온라인 상태가 되었습니다',
    ge: '<strong>{name}</strong> ist wieder online, Ausfall: {span}',
  },
  runFailed: {
    en: 'The run “{run}” of <strong>{name}</strong> failed',
    'zh-cn': '<strong>{name}</strong> 的任务“{run}”执行失败',
    'zh-cw': '<strong>{name}</strong> 的任務「{run}」執行失敗',
    ja: '<strong>{name}</strong> のタスク「{run}」が失敗しました',
    ko: '<strong>{name}</strong> 장치의 작업 “{run}”이(가) 실패했습니다',
    ge: 'Der Lauf „{run}“ von <strong>{name}</strong> ist fehlgeschlagen',
  },
  signedInFromNewAddress: {
    en: 'Your account was signed in from a new address: {address}. If it was not you, change your password',
    'zh-cn': '您的账号从新的地址 {address} 登录。如非本人操作，请修改密码',
    'zh-cw': '您的帳號從新的位址 {address} 登入。如非本人操作，請變更密碼',
    ja: '新しいアドレス {address} からログインがありました。心当たりがない場合はパスワードを変更してください',
    ko: '새 주소 {address}에서 로그인되었습니다. 본인이 아니라면 비밀번호를 변경하세요',
    ge: 'Ihr Konto wurde von einer neuen Adresse angemeldet: {address}. Waren Sie das nicht, ändern Sie Ihr Passwort',
  },
  passwordReset: {
    en: '{by} reset your password',
    'zh-cn': '{by} 重置了您的密码',
    'zh-cw': '{by} 重設了您的密碼',
    ja: '{by} がパスワードをリセットしました',
    ko: '{by} 님이 비밀번호를 초기화했습니다',
    ge: '{by} hat Ihr Passwort zurückgesetzt',
  },
} as const satisfies Record<string, Record<Lang, string>>;

export type NoticeTemplate = keyof typeof noticeTexts;
export type NoticeParams = Record<string, string | number>;

const steps = [
  { unit: 'day', minutes: 1_440 },
  { unit: 'hour', minutes: 60 },
  { unit: 'minute', minutes: 1 },
] as const;

/** "3 days": one unit says enough of how long something lasted. */
function spanOf(minutes: number, lang: Lang): string {
  const { unit, minutes: size } = steps.find((step) => minutes >= step.minutes) ?? steps[2];
  return new Intl.NumberFormat(bcp47[lang], { style: 'unit', unit, unitDisplay: 'long' }).format(
    Math.floor(minutes / size),
  );
}

/** A notice's words in one language. Names come from people and robots, so they are text there and never markup. */
export function renderNotice(template: string, params: NoticeParams, lang: Lang): string {
  // A template of a version that is gone, or not yet here, says nothing rather than failing the list.
  const texts = Object.hasOwn(noticeTexts, template) ? noticeTexts[template as NoticeTemplate] : undefined;
  return (texts?.[lang] ?? '').replace(/\{(\w+)\}/g, (_hole, name: string) => {
    const value = params[name] ?? '';
    return escapeHtml(typeof value === 'number' ? spanOf(value, lang) : value);
  });
}
