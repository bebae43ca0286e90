import { error } from './error.ts';

/** Programs of customers and their keys. */
export const apiErrors = {
  tooManyApiUsers: error(
    409,
    'This company has {most} API users already. Revoke one first',
    '该企业已有 {most} 个 API 用户，请先撤销一个',
    '此企業已有 {most} 個 API 使用者，請先撤銷一個',
    'この会社には API ユーザーがすでに {most} 件あります。先に 1 件を取り消してください',
    '이 회사에는 이미 API 사용자가 {most}개 있습니다. 먼저 하나를 철회하세요',
    'Dieses Unternehmen hat schon {most} API-Nutzer. Widerrufen Sie zuerst einen',
  ),
  tooManyWebhooks: error(
    409,
    'This API user has {most} webhooks already. Delete one first',
    '此 API 用户已有 {most} 个 Webhook，请先删除一个',
    '此 API 使用者已有 {most} 個 Webhook，請先刪除一個',
    'この API ユーザーには Webhook がすでに {most} 件あります。先に 1 件を削除してください',
    '이 API 사용자에게는 이미 웹훅이 {most}개 있습니다. 먼저 하나를 삭제하세요',
    'Dieser API-Nutzer hat schon {most} Webhooks. Löschen Sie zuerst einen',
  ),
  tooManyApiKeys: error(
    409,
    'This API user has {most} keys already. Revoke one first',
    '此 API 用户已有 {most} 个密钥，请先撤销一个',
    '此 API 使用者已有 {most} 個金鑰，請先撤銷一個',
    'この API ユーザーにはキーがすでに {most} 個あります。先に 1 個を取り消してください',
    '이 API 사용자에게는 이미 키가 {most}개 있습니다. 먼저 하나를 철회하세요',
    'Dieser API-Nutzer hat schon {most} Schlüssel. Widerrufen Sie zuerst einen',
  ),
} as const;
