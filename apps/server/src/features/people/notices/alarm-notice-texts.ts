import type { Lang } from '@sweepline/contract';

/** Texts of notices about alarms. */
export const alarmNoticeTexts = {
  alarmRaised: {
    en: 'Alarm {alarm} of <strong>{name}</strong>',
    'zh-cn': '<strong>{name}</strong> 发生告警：{alarm}',
    'zh-cw': '<strong>{name}</strong> 發生警報：{alarm}',
    ja: '<strong>{name}</strong> でアラームが発生しました：{alarm}',
    ko: '<strong>{name}</strong> 장치에서 알람이 발생했습니다: {alarm}',
    ge: 'Alarm {alarm} von <strong>{name}</strong>',
  },
  alarmWaits: {
    en: 'Alarm {alarm} of <strong>{name}</strong> has stood for {span} and waits for someone to take care of it',
    'zh-cn': '<strong>{name}</strong> 的告警 {alarm} 已持续 {span}，仍待处理',
    'zh-cw': '<strong>{name}</strong> 的警報 {alarm} 已持續 {span}，仍待處理',
    ja: '<strong>{name}</strong> のアラーム {alarm} が {span} 続いており、対応を待っています',
    ko: '<strong>{name}</strong> 장치의 알람 {alarm}이(가) {span} 동안 계속되어 처리를 기다리고 있습니다',
    ge: 'Alarm {alarm} von <strong>{name}</strong> besteht seit {span} und wartet auf Bearbeitung',
  },
  alarmsRaised: {
    en: '{count} alarms {alarm}, the latest of <strong>{name}</strong>',
    'zh-cn': '{count} 条告警 {alarm}，最近一条来自 <strong>{name}</strong>',
    'zh-cw': '{count} 筆警報 {alarm}，最近一筆來自 <strong>{name}</strong>',
    ja: 'アラーム {alarm} が {count} 件発生しました（最新：<strong>{name}</strong>）',
    ko: '알람 {alarm} {count}건이 발생했습니다(최근: <strong>{name}</strong>)',
    ge: '{count} Alarme {alarm}, zuletzt von <strong>{name}</strong>',
  },
  alarmsWait: {
    en: '{count} alarms {alarm} wait for someone to take care of them, the latest of <strong>{name}</strong>',
    'zh-cn': '{count} 条告警 {alarm} 仍待处理，最近一条来自 <strong>{name}</strong>',
    'zh-cw': '{count} 筆警報 {alarm} 仍待處理，最近一筆來自 <strong>{name}</strong>',
    ja: 'アラーム {alarm} が {count} 件、対応を待っています（最新：<strong>{name}</strong>）',
    ko: '알람 {alarm} {count}건이 처리를 기다리고 있습니다(최근: <strong>{name}</strong>)',
    ge: '{count} Alarme {alarm} warten auf Bearbeitung, zuletzt von <strong>{name}</strong>',
  },
  alarmsAssigned: {
    en: 'Alarms that you now own: {count}. They are in the alarm centre',
    'zh-cn': '有 {count} 条告警已由您负责，请在告警中心查看',
    'zh-cw': '有 {count} 筆警報已由您負責，請在警報中心檢視',
    ja: 'あなたが担当になったアラーム：{count} 件。アラームセンターで確認できます',
    ko: '회원님이 담당하게 된 알람: {count}건. 알람 센터에서 확인하세요',
    ge: 'Alarme, für die Sie jetzt zuständig sind: {count}. Sie stehen in der Alarmzentrale',
  },
} as const satisfies Record<string, Record<Lang, string>>;
