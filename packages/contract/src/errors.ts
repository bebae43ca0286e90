/** The published language codes; `zh-cw` is Traditional Chinese, `ge` German. */
export const langs = ['en', 'zh-cn', 'zh-cw', 'ja', 'ko', 'ge'] as const;
export type Lang = (typeof langs)[number];
export const defaultLang: Lang = 'zh-cn';

/** BCP 47 inside, for `Intl`, `lang` attributes and fonts. */
export const bcp47: Record<Lang, string> = {
  en: 'en',
  'zh-cn': 'zh-Hans',
  'zh-cw': 'zh-Hant',
  ja: 'ja',
  ko: 'ko',
  ge: 'de',
};
/** What the console sends in the `Lang` header. */
export const langHeader: Record<Lang, string> = { ...bcp47, 'zh-cn': 'zh-cn', 'zh-cw': 'zh_TW' };

const error = (code: number, en: string, zhCn: string, zhCw: string, ja: string, ko: string, ge: string) => ({
  code,
  texts: { en, 'zh-cn': zhCn, 'zh-cw': zhCw, ja, ko, ge } satisfies Record<Lang, string>,
});

/** What a call can answer instead of data. The code goes on the wire; the texts are shown to people. */
export const errors = {
  signedOut: error(
    20004,
    'Sign in again to go on',
    '登录已失效，请重新登录',
    '登入已失效，請重新登入',
    'もう一度ログインしてください',
    '다시 로그인해 주세요',
    'Melden Sie sich erneut an',
  ),
  kicked: error(
    20005,
    'This account was signed in elsewhere',
    '该账号已在其他地方登录',
    '此帳號已在其他地方登入',
    'このアカウントは別の場所でログインされました',
    '이 계정이 다른 곳에서 로그인되었습니다',
    'Dieses Konto wurde an anderer Stelle angemeldet',
  ),
  wrongCredentials: error(
    10005,
    'Account or password is wrong',
    '账号或密码错误',
    '帳號或密碼錯誤',
    'アカウントまたはパスワードが違います',
    '계정 또는 비밀번호가 올바르지 않습니다',
    'Konto oder Passwort ist falsch',
  ),
  mustChangePassword: error(
    10005,
    'Change the initial password first',
    '请先修改初始密码',
    '請先修改初始密碼',
    '先に初期パスワードを変更してください',
    '먼저 초기 비밀번호를 변경해 주세요',
    'Ändern Sie zuerst das Anfangspasswort',
  ),
  accountDisabled: error(
    10005,
    'This account is disabled. Ask your administrator',
    '账号已停用，请联系管理员',
    '帳號已停用，請聯絡管理員',
    'このアカウントは無効です。管理者に連絡してください',
    '비활성화된 계정입니다. 관리자에게 문의하세요',
    'Dieses Konto ist gesperrt. Wenden Sie sich an Ihren Administrator',
  ),
  tooMany: error(
    429,
    'Too many attempts. Try again in a moment',
    '操作过于频繁，请稍后再试',
    '操作過於頻繁，請稍後再試',
    '試行回数が多すぎます。しばらくしてからお試しください',
    '시도 횟수가 너무 많습니다. 잠시 후 다시 시도하세요',
    'Zu viele Versuche. Versuchen Sie es gleich noch einmal',
  ),
  forbidden: error(
    403,
    'You do not have permission to do this',
    '您没有此操作的权限',
    '您沒有此操作的權限',
    'この操作を行う権限がありません',
    '이 작업을 수행할 권한이 없습니다',
    'Sie haben keine Berechtigung dafür',
  ),
  notFound: error(
    404,
    'This no longer exists',
    '记录不存在或已删除',
    '記錄不存在或已刪除',
    'すでに存在しません',
    '더 이상 존재하지 않습니다',
    'Das gibt es nicht mehr',
  ),
  changedMeanwhile: error(
    409,
    'Changed meanwhile by {who} at {when}. Reload and try again',
    '{who} 已于 {when} 修改，请刷新后重试',
    '{who} 已於 {when} 修改，請重新整理後再試',
    '{when} に {who} が変更しました。再読み込みしてからやり直してください',
    '{who} 님이 {when}에 변경했습니다. 새로고침 후 다시 시도하세요',
    'Inzwischen geändert von {who} ({when}). Laden Sie neu und versuchen Sie es noch einmal',
  ),
  wrongState: error(
    409,
    'Not possible in the present state',
    '当前状态不允许该操作',
    '目前狀態不允許此操作',
    '現在の状態では実行できません',
    '현재 상태에서는 수행할 수 없습니다',
    'Im jetzigen Zustand nicht möglich',
  ),
  nameTaken: error(
    409,
    'This name is already in use',
    '名称已存在',
    '名稱已存在',
    'この名前はすでに使われています',
    '이미 사용 중인 이름입니다',
    'Dieser Name ist schon vergeben',
  ),
  serialTaken: error(
    409,
    'This serial number is already registered',
    '该 SN 已注册',
    '此 SN 已註冊',
    'この SN はすでに登録されています',
    '이미 등록된 SN입니다',
    'Diese Seriennummer ist schon registriert',
  ),
  invalid: error(
    422,
    'Check the marked fields',
    '请检查标记的字段',
    '請檢查標示的欄位',
    '印の付いた項目を確認してください',
    '표시된 항목을 확인해 주세요',
    'Prüfen Sie die markierten Felder',
  ),
  internal: error(
    50013,
    'Something failed on our side. Nothing was changed',
    '服务异常，未做任何更改',
    '服務異常，未做任何變更',
    'サーバーで問題が発生しました。変更はありません',
    '서버에 문제가 발생했습니다. 변경된 내용은 없습니다',
    'Bei uns ist etwas fehlgeschlagen. Nichts wurde geändert',
  ),
  timeout: error(
    50013,
    'This took too long and was stopped',
    '请求超时，已停止',
    '請求逾時，已停止',
    '時間がかかりすぎたため中止しました',
    '시간이 너무 오래 걸려 중단되었습니다',
    'Das dauerte zu lange und wurde abgebrochen',
  ),
  deviceOffline: error(
    10005,
    'Device offline, cannot detect',
    '设备离线，无法检测',
    '設備離線，無法檢測',
    'デバイスがオフラインのため検出できません',
    '장치가 오프라인이어서 감지할 수 없습니다',
    'Gerät offline, keine Prüfung möglich',
  ),
  deviceUnresponsive: error(
    10005,
    'Device unresponsive',
    '设备无响应',
    '設備無回應',
    'デバイスが応答しません',
    '장치가 응답하지 않습니다',
    'Gerät antwortet nicht',
  ),
  deviceResupplying: error(
    10005,
    'Device is resupplying, do not operate',
    '设备补给中，请勿操作',
    '設備補給中，請勿操作',
    'デバイスは補給中です。操作しないでください',
    '장치가 보급 중입니다. 조작하지 마세요',
    'Gerät wird versorgt, bitte nicht bedienen',
  ),
  modeForbids: error(
    10005,
    'Not possible in the device’s present mode',
    '设备当前模式不支持该操作',
    '設備目前模式不支援此操作',
    '現在のモードでは実行できません',
    '현재 모드에서는 수행할 수 없습니다',
    'Im jetzigen Modus des Geräts nicht möglich',
  ),
  runActive: error(
    10005,
    'The device already has a run',
    '设备已有任务在执行',
    '設備已有任務在執行',
    'デバイスはすでにタスクを実行中です',
    '장치가 이미 작업을 실행 중입니다',
    'Das Gerät führt schon einen Auftrag aus',
  ),
  relocating: error(
    10005,
    'A cleaning task cannot run in relocation mode',
    '重定位模式下无法执行清洁任务',
    '重定位模式下無法執行清潔任務',
    '再位置決めモード中は清掃タスクを実行できません',
    '재위치 모드에서는 청소 작업을 실행할 수 없습니다',
    'Im Relokalisierungsmodus kann kein Reinigungsauftrag laufen',
  ),
  deviceFrozen: error(
    10005,
    'The device is frozen',
    '设备已冻结',
    '設備已凍結',
    'デバイスは凍結されています',
    '장치가 동결되었습니다',
    'Das Gerät ist gesperrt',
  ),
  batteryLow: error(
    10005,
    'Battery too low to start',
    '电量不足，无法启动',
    '電量不足，無法啟動',
    'バッテリー残量が不足しています',
    '배터리가 부족하여 시작할 수 없습니다',
    'Akkustand zum Starten zu niedrig',
  ),
  mapDiffers: error(
    10005,
    'The task’s map differs from the device’s map, so editing is disallowed',
    '任务地图与设备当前地图不一致，不允许编辑',
    '任務地圖與設備目前地圖不一致，不允許編輯',
    'タスクの地図がデバイスの地図と異なるため編集できません',
    '작업 지도가 장치 지도와 달라 편집할 수 없습니다',
    'Karte des Auftrags weicht von der des Geräts ab, Bearbeiten nicht erlaubt',
  ),
  mapInUse: error(
    10005,
    'The map is in use',
    '地图正在使用中',
    '地圖正在使用中',
    '地図は使用中です',
    '지도가 사용 중입니다',
    'Die Karte wird verwendet',
  ),
  taskDisabled: error(
    10005,
    'The task is disabled',
    '任务已停用',
    '任務已停用',
    'タスクは無効です',
    '작업이 비활성화되어 있습니다',
    'Der Auftrag ist deaktiviert',
  ),
  notSupported: error(
    10005,
    'The device cannot do this',
    '设备不支持该功能',
    '設備不支援此功能',
    'デバイスはこの機能に対応していません',
    '장치가 이 기능을 지원하지 않습니다',
    'Das kann dieses Gerät nicht',
  ),
  onlineDevice: error(
    10005,
    'Online devices cannot be deleted',
    '在线设备不能删除',
    '線上設備不能刪除',
    'オンラインのデバイスは削除できません',
    '온라인 장치는 삭제할 수 없습니다',
    'Geräte, die online sind, können nicht gelöscht werden',
  ),
  fileFormat: error(
    400,
    'File format not supported',
    '文件格式不支持',
    '檔案格式不支援',
    'ファイル形式に対応していません',
    '지원하지 않는 파일 형식입니다',
    'Dateiformat nicht unterstützt',
  ),
  fileTooLarge: error(
    400,
    'The file is too large',
    '文件过大',
    '檔案過大',
    'ファイルが大きすぎます',
    '파일이 너무 큽니다',
    'Die Datei ist zu groß',
  ),
  mapFile: error(
    400,
    'The map cannot be read: {reason}',
    '无法读取地图：{reason}',
    '無法讀取地圖：{reason}',
    '地図を読み込めません：{reason}',
    '지도를 읽을 수 없습니다: {reason}',
    'Die Karte ist nicht lesbar: {reason}',
  ),
  exportTooLong: error(
    400,
    'An export covers at most one month',
    '导出范围最多一个月',
    '匯出範圍最多一個月',
    'エクスポートは最大1か月分です',
    '내보내기는 최대 한 달까지 가능합니다',
    'Ein Export umfasst höchstens einen Monat',
  ),
} as const;

export type ErrorName = keyof typeof errors;

/** Every answer in JSON. Code 200 is success. */
export interface Envelope<T> {
  code: number;
  msg: string;
  data: T;
  /** Shown with failures, so that a person can name the request to support. */
  requestId?: string;
}

/** `data` of an `invalid` answer. */
export interface FieldErrors {
  fields: Record<string, string>;
}
