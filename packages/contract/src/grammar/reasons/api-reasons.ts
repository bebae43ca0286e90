import { reason } from './reason.ts';

/** Reasons about webhooks. */
export const apiReasons = {
  WEBHOOK_ADDRESS_FORM: reason(
    'An address that begins with https:// and names no user and no password',
    '请填写以 https:// 开头、且不含用户名和密码的地址',
    '請填寫以 https:// 開頭、且不含使用者名稱和密碼的位址',
    'https:// で始まり、ユーザー名とパスワードを含まないアドレスにしてください',
    'https://로 시작하고 사용자 이름과 비밀번호가 없는 주소를 입력하세요',
    'Eine Adresse, die mit https:// beginnt und weder Benutzer noch Passwort nennt',
  ),
  WEBHOOK_ADDRESS_INSIDE: reason(
    '{host} is an address inside a network. The operator of the server allows it with WEBHOOK_ALLOWED_HOSTS',
    '{host} 是内部网络地址，需由服务器运营方通过 WEBHOOK_ALLOWED_HOSTS 允许',
    '{host} 是內部網路位址，需由伺服器營運方透過 WEBHOOK_ALLOWED_HOSTS 允許',
    '{host} は内部ネットワークのアドレスです。サーバーの運用者が WEBHOOK_ALLOWED_HOSTS で許可します',
    '{host}은(는) 내부 네트워크 주소입니다. 서버 운영자가 WEBHOOK_ALLOWED_HOSTS로 허용합니다',
    '{host} ist eine Adresse in einem internen Netz. Der Betreiber des Servers erlaubt sie mit WEBHOOK_ALLOWED_HOSTS',
  ),
  WEBHOOK_ADDRESS_NEVER: reason(
    '{host} is an address of the server’s own surroundings. Events are never sent there',
    '{host} 属于服务器自身环境的地址，事件绝不会发送到那里',
    '{host} 屬於伺服器自身環境的位址，事件絕不會傳送到那裡',
    '{host} はサーバー自身の環境のアドレスです。イベントが送られることはありません',
    '{host}은(는) 서버 자체 환경의 주소입니다. 이벤트는 이 주소로 전송되지 않습니다',
    '{host} ist eine Adresse der Umgebung des Servers. Dorthin wird nie ein Ereignis gesendet',
  ),
  RANGE_TOO_LARGE: reason(
    'This range has more than {most} events. Choose a shorter one',
    '该时间范围内的事件超过 {most} 个，请缩短范围',
    '此時間範圍內的事件超過 {most} 個，請縮短範圍',
    'この範囲のイベントは {most} 件を超えています。範囲を短くしてください',
    '이 범위에는 이벤트가 {most}개보다 많습니다. 더 짧은 범위를 선택하세요',
    'Dieser Zeitraum hat mehr als {most} Ereignisse. Wählen Sie einen kürzeren',
  ),
};
