import { reason } from './reason.ts';

/** Words for the states between a draft and its publication, as a refusal names them. */
export const releaseReasons = {
  RELEASE_DRAFT: reason('draft', '草稿', '草稿', '下書き', '초안', 'Entwurf'),
  RELEASE_PENDING_RELEASE: reason('approved', '待发布', '待發布', '公開待ち', '게시 대기', 'freigegeben'),
  RELEASE_PUBLISHED: reason('published', '已发布', '已發布', '公開中', '게시됨', 'veröffentlicht'),
  RELEASE_UNLISTED: reason('unlisted', '已下架', '已下架', '公開停止', '게시 중단', 'zurückgezogen'),
  RELEASE_UNPUBLISHABLE: reason(
    'not publishable',
    '不可发布',
    '不可發布',
    '公開不可',
    '게시 불가',
    'nicht veröffentlichbar',
  ),
  RELEASE_EXPIRED: reason('expired', '已过期', '已過期', '期限切れ', '만료됨', 'abgelaufen'),
  RELEASE_HALTED: reason('halted', '已暂停', '已暫停', '停止中', '중지됨', 'angehalten'),
};
