import { reason } from './reason.ts';

/** Reasons about articles of the knowledge base. */
export const knowledgeReasons = {
  QUESTION_MISSING: reason(
    'Write a question for each answer',
    '请为每个答案填写问题',
    '請為每個答案填寫問題',
    'それぞれの回答に質問を入力してください',
    '모든 답변에 질문을 입력하세요',
    'Schreiben Sie zu jeder Antwort eine Frage',
  ),
  ANSWER_MISSING: reason(
    'Write an answer to each question',
    '请为每个问题填写答案',
    '請為每個問題填寫答案',
    'それぞれの質問に回答を入力してください',
    '모든 질문에 답변을 입력하세요',
    'Schreiben Sie zu jeder Frage eine Antwort',
  ),
  NO_SUCH_ALARM_CODE: reason(
    'There is no such alarm code',
    '没有此告警代码',
    '沒有此警報代碼',
    'そのようなアラームコードはありません',
    '해당 알람 코드가 없습니다',
    'Diesen Alarmcode gibt es nicht',
  ),
  NO_SUCH_CATEGORY: reason(
    'There is no such category',
    '没有此分类',
    '沒有此分類',
    'そのようなカテゴリはありません',
    '해당 분류가 없습니다',
    'Diese Kategorie gibt es nicht',
  ),
  VERSIONS_REVERSED: reason(
    'The first version is above the last one',
    '起始版本高于结束版本',
    '起始版本高於結束版本',
    '開始バージョンが終了バージョンより新しくなっています',
    '시작 버전이 끝 버전보다 높습니다',
    'Die erste Version liegt über der letzten',
  ),
  AUDIENCE_OF_PROVIDER: reason(
    'Only the provider has internal articles',
    '仅服务提供方可以有内部文章',
    '僅服務供應商可以有內部文章',
    '社内向けの記事は提供元だけが作成できます',
    '내부 문서는 제공 업체만 만들 수 있습니다',
    'Interne Artikel hat nur der Anbieter',
  ),
};
