import type { Lang } from '@sweepline/contract';

/** Texts of notices about the open API. */
export const apiNoticeTexts = {
  webhookFailing: {
    en: 'The webhook <strong>{name}</strong> is disabled: every attempt failed for five days. Repair the receiver, enable the webhook and send the events of this time again',
    'zh-cn':
      'Webhook <strong>{name}</strong> 已停用：连续五天发送失败。请修复接收端，启用该 Webhook，并重新发送这段时间的事件',
    'zh-cw':
      'Webhook <strong>{name}</strong> 已停用：連續五天傳送失敗。請修復接收端，啟用此 Webhook，並重新傳送這段時間的事件',
    ja: 'Webhook <strong>{name}</strong> を無効にしました。5 日間すべての送信が失敗しています。受信側を直し、Webhook を有効にして、この間のイベントを再送してください',
    ko: '웹훅 <strong>{name}</strong>이(가) 비활성화되었습니다. 5일 동안 모든 전송이 실패했습니다. 수신 측을 고치고 웹훅을 활성화한 다음 이 기간의 이벤트를 다시 보내세요',
    ge: 'Der Webhook <strong>{name}</strong> ist deaktiviert: Fünf Tage lang schlug jeder Versuch fehl. Reparieren Sie den Empfänger, aktivieren Sie den Webhook und senden Sie die Ereignisse dieser Zeit erneut',
  },
  apiUserEnds: {
    en: 'The validity of the API user <strong>{name}</strong> ends in {span}',
    'zh-cn': 'API 用户 <strong>{name}</strong> 的有效期还剩 {span}',
    'zh-cw': 'API 使用者 <strong>{name}</strong> 的有效期還剩 {span}',
    ja: 'API ユーザー <strong>{name}</strong> の有効期間は残り {span} です',
    ko: 'API 사용자 <strong>{name}</strong>의 유효 기간이 {span} 남았습니다',
    ge: 'Restgültigkeit des API-Nutzers <strong>{name}</strong>: {span}',
  },
  apiQuotaSoon: {
    en: 'The API user <strong>{name}</strong> has used {calls} of {most} calls of this day',
    'zh-cn': 'API 用户 <strong>{name}</strong> 今日已调用 {calls} / {most} 次',
    'zh-cw': 'API 使用者 <strong>{name}</strong> 今日已呼叫 {calls} / {most} 次',
    ja: 'API ユーザー <strong>{name}</strong> は本日 {most} 回のうち {calls} 回を呼び出しました',
    ko: 'API 사용자 <strong>{name}</strong>이(가) 오늘 {most}회 중 {calls}회를 호출했습니다',
    ge: 'Der API-Nutzer <strong>{name}</strong> hat heute {calls} von {most} Aufrufen verbraucht',
  },
  webhookGone: {
    en: 'The webhook <strong>{name}</strong> is disabled: its receiver answered 410, so it wants no more events',
    'zh-cn': 'Webhook <strong>{name}</strong> 已停用：接收端返回 410，不再接收事件',
    'zh-cw': 'Webhook <strong>{name}</strong> 已停用：接收端回應 410，不再接收事件',
    ja: 'Webhook <strong>{name}</strong> を無効にしました。受信側が 410 を返し、イベントを受け取らないと応答しました',
    ko: '웹훅 <strong>{name}</strong>이(가) 비활성화되었습니다. 수신 측이 410으로 응답하여 이벤트를 더 받지 않습니다',
    ge: 'Der Webhook <strong>{name}</strong> ist deaktiviert: Sein Empfänger antwortete mit 410 und will keine Ereignisse mehr',
  },
  webhookRecovered: {
    en: 'The webhook <strong>{name}</strong> succeeds again',
    'zh-cn': 'Webhook <strong>{name}</strong> 已恢复正常发送',
    'zh-cw': 'Webhook <strong>{name}</strong> 已恢復正常傳送',
    ja: 'Webhook <strong>{name}</strong> の送信が再び成功しています',
    ko: '웹훅 <strong>{name}</strong> 전송이 다시 성공합니다',
    ge: 'Der Webhook <strong>{name}</strong> ist wieder erfolgreich',
  },
} satisfies Record<string, Record<Lang, string>>;
