import type { Lang } from '../grammar/lang.ts';
import type { OpenProblem } from './open-problems.ts';

const remedy = (en: string, zhCn: string, zhCw: string, ja: string, ko: string, ge: string) =>
  ({ en, 'zh-cn': zhCn, 'zh-cw': zhCw, ja, ko, ge }) satisfies Record<Lang, string>;

/** What ends each problem of the open API. Its title names the cause. */
export const openRemedies: Record<OpenProblem, Record<Lang, string>> = {
  'signature-invalid': remedy(
    'Compare the text that you signed with the one beside the request in the console; it covers method, host, path and query',
    '将您签名的文本与控制台中该请求旁的文本比较；它包含方法、主机、路径和查询',
    '將您簽章的文字與控制台中此請求旁的文字比較；它包含方法、主機、路徑和查詢',
    '署名したテキストをコンソールのリクエストに表示されるものと比べてください。メソッド・ホスト・パス・クエリが対象です',
    '서명한 텍스트를 콘솔의 요청에 표시된 텍스트와 비교하세요. 메서드, 호스트, 경로, 쿼리를 포함합니다',
    'Vergleichen Sie den signierten Text mit dem neben der Anfrage in der Konsole; er umfasst Methode, Host, Pfad und Abfrage',
  ),
  clock: remedy(
    'Set the clock of your server by NTP; the answer tells the time of this server',
    '通过 NTP 校准您服务器的时钟；响应中包含本服务器的时间',
    '透過 NTP 校正您伺服器的時鐘；回應中包含本伺服器的時間',
    'サーバーの時計を NTP で合わせてください。応答にはこのサーバーの時刻が含まれます',
    '서버 시계를 NTP로 맞추세요. 응답에 이 서버의 시각이 있습니다',
    'Stellen Sie die Uhr Ihres Servers per NTP; die Antwort nennt die Zeit dieses Servers',
  ),
  'address-not-allowed': remedy(
    'Add the address to the IP whitelist of the API user',
    '将该地址加入 API 用户的 IP 白名单',
    '將此位址加入 API 使用者的 IP 白名單',
    'API ユーザーの IP ホワイトリストにアドレスを追加してください',
    'API 사용자의 IP 화이트리스트에 주소를 추가하세요',
    'Nehmen Sie die Adresse in die IP-Freigabeliste des API-Nutzers auf',
  ),
  scope: remedy(
    'Create a key with this scope',
    '创建具有此权限范围的密钥',
    '建立具有此權限範圍的金鑰',
    'このスコープを持つキーを作成してください',
    '이 범위를 가진 키를 만드세요',
    'Legen Sie einen Schlüssel mit diesem Geltungsbereich an',
  ),
  suspended: remedy(
    'Ask the administrator of the API user',
    '请联系 API 用户的管理员',
    '請聯絡 API 使用者的管理員',
    'API ユーザーの管理者に問い合わせてください',
    'API 사용자의 관리자에게 문의하세요',
    'Fragen Sie den Administrator des API-Nutzers',
  ),
  expired: remedy(
    'Ask the administrator to extend the validity',
    '请管理员延长有效期',
    '請管理員延長有效期',
    '有効期間の延長を管理者に依頼してください',
    '관리자에게 유효 기간 연장을 요청하세요',
    'Bitten Sie den Administrator, die Gültigkeit zu verlängern',
  ),
  rate: remedy(
    'Wait for the seconds of Retry-After',
    '按 Retry-After 的秒数等待',
    '依 Retry-After 的秒數等待',
    'Retry-After の秒数だけ待ってください',
    'Retry-After의 초만큼 기다리세요',
    'Warten Sie die Sekunden aus Retry-After',
  ),
  quota: remedy(
    'Wait for the seconds of Retry-After, or ask for a larger quota',
    '按 Retry-After 的秒数等待，或申请更大的配额',
    '依 Retry-After 的秒數等待，或申請更大的配額',
    'Retry-After の秒数だけ待つか、上限の引き上げを依頼してください',
    'Retry-After의 초만큼 기다리거나 더 큰 한도를 요청하세요',
    'Warten Sie die Sekunden aus Retry-After oder bitten Sie um ein größeres Kontingent',
  ),
  'invalid-parameter': remedy(
    'Correct the named parameters',
    '更正所列参数',
    '更正所列參數',
    '示されたパラメーターを直してください',
    '표시된 매개변수를 고치세요',
    'Berichtigen Sie die genannten Parameter',
  ),
  'cursor-gone': remedy(
    'Begin at beginCursor and read the present records once more',
    '从 beginCursor 开始，并重新读取当前记录',
    '從 beginCursor 開始，並重新讀取目前記錄',
    'beginCursor から始め、現在の記録をもう一度読んでください',
    'beginCursor에서 시작하고 현재 기록을 다시 읽으세요',
    'Beginnen Sie bei beginCursor und lesen Sie die aktuellen Datensätze neu',
  ),
  'not-found': remedy(
    'Compare the id; the record may be deleted or belong to another company',
    '核对 ID；记录可能已删除或属于其他企业',
    '核對 ID；記錄可能已刪除或屬於其他企業',
    'ID を確認してください。記録は削除されたか、別の会社のものです',
    'ID를 확인하세요. 기록이 삭제되었거나 다른 회사의 것일 수 있습니다',
    'Prüfen Sie die ID; der Datensatz kann gelöscht sein oder einem anderen Unternehmen gehören',
  ),
  unavailable: remedy(
    'Wait for the seconds of Retry-After',
    '按 Retry-After 的秒数等待',
    '依 Retry-After 的秒數等待',
    'Retry-After の秒数だけ待ってください',
    'Retry-After의 초만큼 기다리세요',
    'Warten Sie die Sekunden aus Retry-After',
  ),
  internal: remedy(
    'Send the request id to the support',
    '将请求编号发送给支持人员',
    '將請求編號傳送給支援人員',
    'リクエスト ID をサポートに送ってください',
    '요청 ID를 지원 담당자에게 보내세요',
    'Senden Sie die Nummer der Anfrage an den Support',
  ),
};
