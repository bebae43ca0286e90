import { type Lang, lookup } from '@sweepline/contract';
import { escapeHtml } from '../../../platform/http/html.ts';
import { paramText } from '../../../platform/runtime/param-text.ts';
import { fillText } from '../../../platform/runtime/fill-text.ts';
import { alarmNoticeTexts } from './alarm-notice-texts.ts';
import { apiNoticeTexts } from './api/api-notice-texts.ts';
import { orderNoticeTexts } from './order-notice-texts.ts';
import { remoteAccessNoticeTexts } from './remote-access-notice-texts.ts';
import { updateNoticeTexts } from './update-notice-texts.ts';

/** Texts of notices. Placeholders are filled from the notice's params; `{span}` is a number of minutes. */
export const noticeTexts = {
  fileDamaged: {
    en: 'The stored file <strong>{name}</strong> of {company} is missing or damaged. Restore {sha256} from a backup',
    'zh-cn': '{company} 的存储文件 <strong>{name}</strong> 缺失或已损坏，请从备份恢复 {sha256}',
    'zh-cw': '{company} 的儲存檔案 <strong>{name}</strong> 遺失或已損毀，請從備份還原 {sha256}',
    ja: '{company} の保存ファイル <strong>{name}</strong> が見つからないか破損しています。{sha256} をバックアップから復元してください',
    ko: '{company}의 저장 파일 <strong>{name}</strong>이(가) 없거나 손상되었습니다. 백업에서 {sha256} 파일을 복원하세요',
    ge: 'Die gespeicherte Datei <strong>{name}</strong> von {company} fehlt oder ist beschädigt. Stellen Sie {sha256} aus einer Sicherung wieder her',
  },
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
  ...remoteAccessNoticeTexts,
  ...apiNoticeTexts,
  useEnds: {
    en: 'The use of <strong>{name}</strong> ends in {span}',
    'zh-cn': '<strong>{name}</strong> 的使用期限还剩 {span}',
    'zh-cw': '<strong>{name}</strong> 的使用期限還剩 {span}',
    ja: '<strong>{name}</strong> の利用期間は残り {span} です',
    ko: '<strong>{name}</strong> 장치의 사용 기간이 {span} 남았습니다',
    ge: 'Restnutzungszeit von <strong>{name}</strong>: {span}',
  },
  runFailed: {
    en: 'The run “{run}” of <strong>{name}</strong> failed',
    'zh-cn': '<strong>{name}</strong> 的任务“{run}”执行失败',
    'zh-cw': '<strong>{name}</strong> 的任務「{run}」執行失敗',
    ja: '<strong>{name}</strong> のタスク「{run}」が失敗しました',
    ko: '<strong>{name}</strong> 장치의 작업 ‘{run}’이(가) 실패했습니다',
    ge: 'Der Lauf „{run}“ von <strong>{name}</strong> ist fehlgeschlagen',
  },
  runSucceeded: {
    en: 'The run “{run}” of <strong>{name}</strong> is complete',
    'zh-cn': '<strong>{name}</strong> 的任务“{run}”已完成',
    'zh-cw': '<strong>{name}</strong> 的任務「{run}」已完成',
    ja: '<strong>{name}</strong> のタスク「{run}」が完了しました',
    ko: '<strong>{name}</strong> 장치의 작업 ‘{run}’이(가) 완료되었습니다',
    ge: 'Der Lauf „{run}“ von <strong>{name}</strong> ist abgeschlossen',
  },
  runInterrupted: {
    en: 'The run “{run}” of <strong>{name}</strong> was interrupted',
    'zh-cn': '<strong>{name}</strong> 的任务“{run}”已中断',
    'zh-cw': '<strong>{name}</strong> 的任務「{run}」已中斷',
    ja: '<strong>{name}</strong> のタスク「{run}」が中断されました',
    ko: '<strong>{name}</strong> 장치의 작업 ‘{run}’이(가) 중단되었습니다',
    ge: 'Der Lauf „{run}“ von <strong>{name}</strong> wurde abgebrochen',
  },
  runCoverageLow: {
    en: 'The run “{run}” of <strong>{name}</strong> covered only {percent} of its area',
    'zh-cn': '<strong>{name}</strong> 的任务“{run}”仅覆盖了 {percent} 的区域',
    'zh-cw': '<strong>{name}</strong> 的任務「{run}」僅覆蓋了 {percent} 的區域',
    ja: '<strong>{name}</strong> のタスク「{run}」のカバー率は {percent} にとどまりました',
    ko: '<strong>{name}</strong> 장치의 작업 ‘{run}’ 커버리지가 {percent}에 그쳤습니다',
    ge: 'Der Lauf „{run}“ von <strong>{name}</strong> hat nur {percent} der Fläche abgedeckt',
  },
  startMissed: {
    en: '<strong>{name}</strong> missed the planned start of “{task}”',
    'zh-cn': '<strong>{name}</strong> 错过了“{task}”的计划启动时间',
    'zh-cw': '<strong>{name}</strong> 錯過了「{task}」的計畫啟動時間',
    ja: '<strong>{name}</strong> が「{task}」の予定開始を逃しました',
    ko: '<strong>{name}</strong> 장치가 ‘{task}’의 예정된 시작을 놓쳤습니다',
    ge: '<strong>{name}</strong> hat den geplanten Start von „{task}“ verpasst',
  },
  ...alarmNoticeTexts,
  settingsConflict: {
    en: 'Settings of <strong>{name}</strong> were changed at the robot and here. Choose which to keep',
    'zh-cn': '<strong>{name}</strong> 的设置在机器人端和此处均有修改，请选择保留哪一份',
    'zh-cw': '<strong>{name}</strong> 的設定在機器人端和此處均有修改，請選擇保留哪一份',
    ja: '<strong>{name}</strong> の設定が本体とこちらの両方で変更されました。どちらを残すか選んでください',
    ko: '<strong>{name}</strong>의 설정이 로봇과 여기에서 모두 변경되었습니다. 유지할 설정을 선택하세요',
    ge: 'Die Einstellungen von <strong>{name}</strong> wurden am Roboter und hier geändert. Wählen Sie, welche gelten',
  },
  mapConflict: {
    en: 'The map <strong>{name}</strong> was changed at a robot and here. Compare both and resolve it',
    'zh-cn': '地图 <strong>{name}</strong> 在机器人端和此处均有修改，请对比后处理',
    'zh-cw': '地圖 <strong>{name}</strong> 在機器人端和此處均有修改，請比較後處理',
    ja: '地図 <strong>{name}</strong> がロボットとこちらの両方で変更されました。比較して解決してください',
    ko: '지도 <strong>{name}</strong>이(가) 로봇과 여기에서 모두 변경되었습니다. 비교한 뒤 해결하세요',
    ge: 'Die Karte <strong>{name}</strong> wurde am Roboter und hier geändert. Vergleichen Sie und entscheiden Sie',
  },
  deviceExpired: {
    en: 'The usage period of <strong>{name}</strong> has ended. The device is frozen until it is extended',
    'zh-cn': '<strong>{name}</strong> 的使用期限已到，设备已冻结，延长期限后方可使用',
    'zh-cw': '<strong>{name}</strong> 的使用期限已到，設備已凍結，延長期限後方可使用',
    ja: '<strong>{name}</strong> の使用期限が切れたため凍結しました。期限を延長すると再び使えます',
    ko: '<strong>{name}</strong> 장치의 사용 기한이 지나 사용이 제한되었습니다. 기한을 연장하면 다시 사용할 수 있습니다',
    ge: 'Die Nutzungszeit von <strong>{name}</strong> ist abgelaufen. Das Gerät ist gesperrt, bis sie verlängert wird',
  },
  resaleOffered: {
    en: '{from} offers <strong>{name}</strong> to {to}. Confirm or decline it in the stock',
    'zh-cn': '{from} 将 <strong>{name}</strong> 转售给 {to}，请在库存中确认或拒绝',
    'zh-cw': '{from} 將 <strong>{name}</strong> 轉售給 {to}，請在庫存中確認或拒絕',
    ja: '{from} が <strong>{name}</strong> の {to} への譲渡を申し出ています。在庫で確認または辞退してください',
    ko: '{from}에서 <strong>{name}</strong> 장치를 {to}에 재판매하려고 합니다. 재고에서 확인하거나 거절하세요',
    ge: '{from} bietet <strong>{name}</strong> an: {to}. Nehmen Sie das Angebot im Bestand an oder lehnen Sie es ab',
  },
  resaleConfirmed: {
    en: '{to} has confirmed receipt of <strong>{name}</strong>',
    'zh-cn': '{to} 已确认接收 <strong>{name}</strong>',
    'zh-cw': '{to} 已確認接收 <strong>{name}</strong>',
    ja: '{to} が <strong>{name}</strong> の受け取りを確認しました',
    ko: '{to}에서 <strong>{name}</strong> 장치 인수를 확인했습니다',
    ge: '{to} hat <strong>{name}</strong> übernommen',
  },
  resaleDeclined: {
    en: '{to} has declined <strong>{name}</strong>',
    'zh-cn': '{to} 已拒绝接收 <strong>{name}</strong>',
    'zh-cw': '{to} 已拒絕接收 <strong>{name}</strong>',
    ja: '{to} が <strong>{name}</strong> の受け取りを辞退しました',
    ko: '{to}에서 <strong>{name}</strong> 장치 인수를 거절했습니다',
    ge: '{to} hat <strong>{name}</strong> abgelehnt',
  },
  resaleWithdrawn: {
    en: '{from} has withdrawn its offer of <strong>{name}</strong>',
    'zh-cn': '{from} 已撤回 <strong>{name}</strong> 的转售',
    'zh-cw': '{from} 已撤回 <strong>{name}</strong> 的轉售',
    ja: '{from} が <strong>{name}</strong> の譲渡の申し出を取り下げました',
    ko: '{from}에서 <strong>{name}</strong> 재판매 제안을 철회했습니다',
    ge: '{from} hat das Angebot für <strong>{name}</strong> zurückgezogen',
  },
  needHandedOver: {
    en: 'You were asked to take care of <strong>{name}</strong>. It is in your list “Needs you now”',
    'zh-cn': '<strong>{name}</strong> 已转交给您处理，请查看“待您处理”列表',
    'zh-cw': '<strong>{name}</strong> 已轉交給您處理，請檢視「待您處理」清單',
    ja: '<strong>{name}</strong> の対応があなたに引き継がれました。「今すぐ対応」の一覧をご確認ください',
    ko: '<strong>{name}</strong> 처리가 회원님에게 인계되었습니다. ‘지금 처리할 일’ 목록을 확인하세요',
    ge: 'Sie wurden gebeten, sich um <strong>{name}</strong> zu kümmern. Der Eintrag steht unter „Jetzt zu tun“',
  },
  ...orderNoticeTexts,
  ...updateNoticeTexts,
  companyFrozen: {
    en: '<strong>{name}</strong> was frozen: its people and those of the companies below it cannot sign in',
    'zh-cn': '企业 <strong>{name}</strong> 已被冻结，该企业及其下级企业的账号无法登录',
    'zh-cw': '企業 <strong>{name}</strong> 已被凍結，此企業及其下級企業的帳號無法登入',
    ja: '会社 <strong>{name}</strong> が凍結されました。この会社と下位の会社のアカウントはログインできません',
    ko: '회사 <strong>{name}</strong>의 사용이 제한되었습니다. 이 회사와 하위 회사의 계정은 로그인할 수 없습니다',
    ge: '<strong>{name}</strong> wurde gesperrt: Konten dieses Unternehmens und der Unternehmen darunter können sich nicht anmelden',
  },
  companyUnfrozen: {
    en: '<strong>{name}</strong> was unfrozen: its people can sign in again',
    'zh-cn': '企业 <strong>{name}</strong> 已解冻，账号可以重新登录',
    'zh-cw': '企業 <strong>{name}</strong> 已解凍，帳號可以重新登入',
    ja: '会社 <strong>{name}</strong> の凍結が解除されました。アカウントは再びログインできます',
    ko: '회사 <strong>{name}</strong>의 사용 제한이 해제되었습니다. 계정으로 다시 로그인할 수 있습니다',
    ge: '<strong>{name}</strong> wurde entsperrt: Die Konten können sich wieder anmelden',
  },
  companyMoved: {
    en: '<strong>{name}</strong> was moved to another parent company, together with all companies below it',
    'zh-cn': '企业 <strong>{name}</strong> 及其下级企业已调整到新的上级企业下',
    'zh-cw': '企業 <strong>{name}</strong> 及其下級企業已調整到新的上級企業下',
    ja: '会社 <strong>{name}</strong> が、下位の会社とともに別の上位会社の下へ移動されました',
    ko: '회사 <strong>{name}</strong>이(가) 하위 회사와 함께 다른 상위 회사 아래로 이동되었습니다',
    ge: '<strong>{name}</strong> wurde mit allen Unternehmen darunter einem anderen Unternehmen unterstellt',
  },
  signedInFromNewAddress: {
    en: 'Your account was signed in from a new address: {address}. If it was not you, change your password',
    'zh-cn': '您的账号从新的地址 {address} 登录。如非本人操作，请修改密码',
    'zh-cw': '您的帳號從新的位址 {address} 登入。如非本人操作，請變更密碼',
    ja: '新しいアドレス {address} からログインがありました。心当たりがない場合はパスワードを変更してください',
    ko: '새 주소 {address}에서 로그인되었습니다. 본인이 아니라면 비밀번호를 변경하세요',
    ge: 'Ihr Konto wurde von einer neuen Adresse angemeldet: {address}. Waren Sie das nicht, ändern Sie Ihr Passwort',
  },
  contactChanged: {
    en: 'The email or phone number of your account <strong>{account}</strong> was changed by {by}. If you did not expect this, tell your administrator immediately',
    'zh-cn': '{by} 更改了您的账号 <strong>{account}</strong> 的邮箱或电话。如非您本人意愿，请立即联系管理员',
    'zh-cw':
      '{by} 變更了您的帳號 <strong>{account}</strong> 的電子郵件或電話。如非您本人意願，請立即聯絡管理員',
    ja: '{by} がアカウント <strong>{account}</strong> のメールアドレスまたは電話番号を変更しました。心当たりがない場合は、すぐに管理者に連絡してください',
    ko: '{by} 님이 계정 <strong>{account}</strong>의 이메일 또는 전화번호를 변경했습니다. 예상하지 못한 변경이라면 즉시 관리자에게 알리세요',
    ge: '{by} hat E-Mail-Adresse oder Telefonnummer Ihres Kontos <strong>{account}</strong> geändert. Haben Sie das nicht erwartet, informieren Sie sofort Ihre Administratoren',
  },
  deletionAsked: {
    en: '<strong>{name}</strong> asks for the deletion of their account. Answer by {day}: delete the account, or tell them why it stays',
    'zh-cn': '<strong>{name}</strong> 申请删除账号，请在 {day} 前答复：删除该账号，或说明保留的原因',
    'zh-cw': '<strong>{name}</strong> 申請刪除帳號，請在 {day} 前答覆：刪除此帳號，或說明保留的原因',
    ja: '<strong>{name}</strong> がアカウントの削除を求めています。{day} までに削除するか、残す理由を伝えてください',
    ko: '<strong>{name}</strong> 님이 계정 삭제를 요청했습니다. {day}까지 계정을 삭제하거나 유지하는 이유를 알려 주세요',
    ge: '<strong>{name}</strong> bittet um Löschung des Kontos. Antworten Sie bis {day}: Löschen Sie das Konto, oder sagen Sie, warum es bleibt',
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

/** The text of a notice in one language. Params come from users and robots, so they are escaped. */
export function renderNotice(template: string, params: NoticeParams, lang: Lang): string {
  // A template of another server version renders as an empty text, so that the list does not fail.
  const texts = Object.hasOwn(noticeTexts, template) ? noticeTexts[template as NoticeTemplate] : undefined;
  return fillText(texts?.[lang] ?? '', (name) => escapeHtml(paramText(lookup(params, name) ?? '', lang)));
}
