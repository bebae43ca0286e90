import { reason } from './reason.ts';

/** Reasons about maintenance plans and records. */
export const maintenanceReasons = {
  PLAN_NEEDS_TRIGGER: reason(
    'Choose at least one trigger',
    '请至少设置一个触发条件',
    '請至少設定一個觸發條件',
    '実施条件を 1 つ以上設定してください',
    '실행 조건을 하나 이상 지정하세요',
    'Wählen Sie mindestens einen Auslöser',
  ),
  PLAN_NEEDS_TARGET: reason(
    'Choose the robots of the plan',
    '请选择计划适用的机器人',
    '請選擇計畫適用的機器人',
    '計画の対象となるロボットを選択してください',
    '계획을 적용할 로봇을 선택하세요',
    'Wählen Sie die Roboter des Plans',
  ),
  BETWEEN: reason(
    'Between {min} and {max}',
    '须在 {min} 与 {max} 之间',
    '須在 {min} 與 {max} 之間',
    '{min}～{max} の範囲で入力してください',
    '{min}~{max} 사이로 입력하세요',
    'Zwischen {min} und {max}',
  ),
  TRIGGER_PART: reason(
    'A part belongs to the triggers that watch a part, and only to them',
    '只有监测部件的触发条件才需要且必须指定部件',
    '只有監測零件的觸發條件才需要且必須指定零件',
    '部品は、部品を監視する条件にのみ必要です',
    '부품은 부품을 감시하는 조건에만 필요합니다',
    'Ein Teil gehört zu den Auslösern, die ein Teil beobachten, und nur zu ihnen',
  ),
  RECORD_IN_FUTURE: reason(
    'Work that is done or skipped does not lie in the future',
    '已完成或已跳过的维护不能是将来的时间',
    '已完成或已略過的維護不能是將來的時間',
    '完了またはスキップした作業に未来の日時は指定できません',
    '완료하거나 건너뛴 작업은 미래 시각일 수 없습니다',
    'Erledigte oder ausgelassene Arbeiten liegen nicht in der Zukunft',
  ),
  ORDER_OF_OTHER_ROBOT: reason(
    'This work order belongs to another robot',
    '此工单属于其他机器人',
    '此工單屬於其他機器人',
    'この作業指示は別のロボットのものです',
    '이 작업 지시는 다른 로봇의 것입니다',
    'Dieser Serviceauftrag gehört zu einem anderen Roboter',
  ),
};
