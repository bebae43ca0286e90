import { error } from './error.ts';

/** Why an account may not approve the request of another one. */
export const approvalErrors = {
  ownApproval: error(
    403,
    'A second person must approve this request',
    '该申请必须由另一个人审批',
    '此申請必須由另一個人核准',
    'この申請は別の人が承認する必要があります',
    '이 요청은 다른 사람이 승인해야 합니다',
    'Diese Anfrage muss eine zweite Person freigeben',
  ),
  approverCreated: error(
    403,
    'The requester created your account. Another person must approve',
    '您的账号由申请人创建，必须由另一个人审批',
    '您的帳號由申請人建立，必須由另一個人核准',
    '申請者があなたのアカウントを作成しました。別の人が承認する必要があります',
    '신청자가 귀하의 계정을 만들었습니다. 다른 사람이 승인해야 합니다',
    'Ihr Konto wurde von der Person angelegt, die den Antrag stellt. Eine andere Person muss freigeben',
  ),
  approverReset: error(
    403,
    'The requester reset your password. Another person must approve',
    '您的密码由申请人重置，必须由另一个人审批',
    '您的密碼由申請人重設，必須由另一個人核准',
    '申請者があなたのパスワードをリセットしました。別の人が承認する必要があります',
    '신청자가 귀하의 비밀번호를 재설정했습니다. 다른 사람이 승인해야 합니다',
    'Ihr Passwort wurde von der Person zurückgesetzt, die den Antrag stellt. Eine andere Person muss freigeben',
  ),
  approverGranted: error(
    403,
    'The requester gave you your right to approve. Another person must approve',
    '您的审批权限由申请人授予，必须由另一个人审批',
    '您的核准權限由申請人授予，必須由另一個人核准',
    '申請者があなたに承認の権限を与えました。別の人が承認する必要があります',
    '신청자가 귀하에게 승인 권한을 부여했습니다. 다른 사람이 승인해야 합니다',
    'Ihre Berechtigung zur Freigabe stammt von der Person, die den Antrag stellt. Eine andere Person muss freigeben',
  ),
  approverNew: error(
    403,
    'Your account is less than a day old and may not approve yet',
    '您的账号创建不足一天，暂时不能审批',
    '您的帳號建立不足一天，暫時不能核准',
    'アカウントの作成から 1 日たっていないため、まだ承認できません',
    '계정을 만든 지 하루가 지나지 않아 아직 승인할 수 없습니다',
    'Ihr Konto ist noch keinen Tag alt und darf noch nichts freigeben',
  ),
  approverNotNamed: error(
    403,
    'Your company has named its approvers, and your account is not one of them',
    '您的企业已指定审批人，您的账号不在其中',
    '您的企業已指定核准人，您的帳號不在其中',
    '会社が承認者を指名しており、あなたのアカウントは含まれていません',
    '회사가 승인자를 지정했으며 귀하의 계정은 포함되어 있지 않습니다',
    'Ihr Unternehmen hat Freigebende benannt, und Ihr Konto gehört nicht dazu',
  ),
} as const;
