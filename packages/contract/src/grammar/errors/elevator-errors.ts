import { error } from './error.ts';

/** Elevators and their controllers. */
export const elevatorErrors = {
  siteHasElevators: error(
    409,
    'Elevator projects belong to the site. Delete them first: {names}',
    '该场所有电梯项目，请先删除：{names}',
    '此場所有電梯專案，請先刪除：{names}',
    'この拠点にはエレベータープロジェクトがあります。先に削除してください：{names}',
    '현장에 엘리베이터 프로젝트가 있습니다. 먼저 삭제하세요: {names}',
    'Zum Standort gehören Aufzugsprojekte. Löschen Sie sie zuerst: {names}',
  ),
  elevatorProjectInUse: error(
    409,
    'Elevators or modules still belong to the project. Delete them first: {names}',
    '该项目仍有电梯或模块，请先删除：{names}',
    '此專案仍有電梯或模組，請先刪除：{names}',
    'このプロジェクトにはエレベーターかモジュールが残っています。先に削除してください：{names}',
    '프로젝트에 아직 엘리베이터나 모듈이 있습니다. 먼저 삭제하세요: {names}',
    'Zum Projekt gehören noch Aufzüge oder Module. Löschen Sie sie zuerst: {names}',
  ),
  elevatorModuleInUse: error(
    409,
    'The module still serves elevators. Give them another one first: {names}',
    '该模块仍服务于电梯，请先为其更换模块：{names}',
    '此模組仍服務於電梯，請先為其更換模組：{names}',
    'このモジュールはエレベーターに使用されています。先に別のモジュールを割り当ててください：{names}',
    '모듈이 아직 엘리베이터를 담당하고 있습니다. 먼저 다른 모듈을 지정하세요: {names}',
    'Das Modul bedient noch Aufzüge. Geben Sie ihnen zuerst ein anderes: {names}',
  ),
  elevatorTested: error(
    409,
    'A commissioning test of this elevator is running since {when}. Wait for its end',
    '此电梯自 {when} 起正在进行调试，请等待结束',
    '此電梯自 {when} 起正在進行調試，請等待結束',
    'このエレベーターは {when} から動作テスト中です。終了をお待ちください',
    '이 엘리베이터는 {when}부터 시운전 중입니다. 끝날 때까지 기다리세요',
    'Seit {when} läuft eine Inbetriebnahme dieses Aufzugs. Warten Sie ihr Ende ab',
  ),
  liftUnavailable: error(
    10005,
    'The elevator is not available: {mode}',
    '电梯不可用：{mode}',
    '電梯無法使用：{mode}',
    'エレベーターを使用できません：{mode}',
    '엘리베이터를 사용할 수 없습니다: {mode}',
    'Der Aufzug ist nicht verfügbar: {mode}',
  ),
} as const;
