import { reason } from './reason.ts';

/** Reasons about collections of pictures, and about what people mark on them. */
export const aiReasons = {
  CLASS_TWICE: reason(
    'Two classes have the name or the key {name}',
    '有两个类别使用相同的名称或按键 {name}',
    '有兩個類別使用相同的名稱或按鍵 {name}',
    '名前またはキーが {name} のクラスが 2 つあります',
    '이름이나 키가 {name}인 클래스가 두 개 있습니다',
    'Zwei Klassen haben den Namen oder die Taste {name}',
  ),
  UNTIL_PAST: reason(
    'The end is in the past',
    '结束时间已过',
    '結束時間已過',
    '終了日時が過去です',
    '종료 시각이 과거입니다',
    'Das Ende liegt in der Vergangenheit',
  ),
  POLYGON_CROSSES: reason(
    'The polygon crosses itself',
    '多边形自相交',
    '多邊形自相交',
    '多角形が自己交差しています',
    '다각형이 스스로 교차합니다',
    'Das Polygon schneidet sich selbst',
  ),
  BOX_EMPTY: reason(
    'The box has no area',
    '矩形没有面积',
    '矩形沒有面積',
    '矩形に面積がありません',
    '사각형의 넓이가 없습니다',
    'Das Rechteck hat keine Fläche',
  ),
  NO_LABELLED_IMAGES: reason(
    'The project has no such labelled images',
    '该项目没有符合条件的已标注图像',
    '此專案沒有符合條件的已標註影像',
    '条件に合う注釈済みの画像がプロジェクトにありません',
    '프로젝트에 조건에 맞는 라벨 지정 이미지가 없습니다',
    'Das Projekt hat keine solchen markierten Bilder',
  ),
  OTHER_PROJECT: reason(
    'Choose two versions of one project',
    '请选择同一项目的两个版本',
    '請選擇同一專案的兩個版本',
    '同じプロジェクトの 2 つの版を選んでください',
    '같은 프로젝트의 두 버전을 선택하세요',
    'Wählen Sie zwei Versionen eines Projekts',
  ),
  UNKNOWN_CLASS: reason(
    'The project has no such class',
    '该项目没有此类别',
    '此專案沒有此類別',
    'このクラスはプロジェクトにありません',
    '프로젝트에 없는 클래스입니다',
    'Diese Klasse hat das Projekt nicht',
  ),
};
