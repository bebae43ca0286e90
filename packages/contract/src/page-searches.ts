type Search = Record<string, string | number | readonly (string | number)[] | null | undefined>;
export type Id = { id: string };

/** A page of the console: call it with its search parameters for an address. Parameters without a value are left out. */
export function page<S extends Search = Record<never, never>>(path: string) {
  const address = (...[search]: Record<never, never> extends S ? [search?: S] : [search: S]): string => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries<Search[string]>(search ?? {})) {
      for (const part of Array.isArray(value) ? value : [value]) {
        if (part !== undefined && part !== null) params.append(name, String(part));
      }
    }
    return params.size > 0 ? `${path}?${params}` : path;
  };
  return Object.assign(address, { path });
}

/** `new` opens the dialog of a new work order, with a snapshot of a camera. `recording` opens its player. */
export type DeviceSearch = Id & CameraSearch & { tab?: string; action?: 'clean'; new?: 1; shell?: string };
type CameraSearch = { snapshot?: string; recording?: string };
export type TaskSearch = { id?: string; run?: string; new?: 1; edit?: 1; mapId?: string; deviceId?: string };
export type VideoWallSearch = {
  robot?: readonly string[];
  camera?: string;
  large?: string;
  columns?: string;
};
export type RemoteAccessSearch = { deviceId?: string; kind?: string; shell?: string };
export type SingleTaskSearch = { deviceId?: string; mapId?: string | null };
export type MapEditorSearch = Id & { deviceId?: string; x?: string; y?: string; advice?: string };
export type RoleSearch = { id?: string; from?: string; copies?: string; compare?: string; with?: string };
type Period = { from?: string; to?: string; current?: string };
export type ReportSearch = Period & {
  result?: string;
  companyId?: string;
  siteId?: string;
  deviceId?: string;
  cleaningMode?: readonly string[];
};
export type AlarmsSearch = {
  deviceId?: string;
  companyId?: string;
  siteId?: string;
  code?: readonly string[];
  level?: readonly number[];
  open?: 'true' | 'false';
  mine?: 'true';
};
export type MonitorSearch = { keyword?: string; companyId?: string; severity?: readonly string[] };
export type MonitorDetailSearch = Id & { span?: string; at?: string; alarm?: string };
export type AlarmSettingsSearch = {
  companyId?: string;
  model?: string;
  keyword?: string;
  view?: 'suppressions';
};
export type AlarmQualitySearch = { from?: string; to?: string; companyId?: string; model?: string };
/** `store` is the stored logs as folders, `dir` one of them. */
type LogStoreSearch = { keyword?: string; view?: 'store'; dir?: string };
export type DeviceLogsSearch = LogStoreSearch & { deviceId?: string; state?: readonly string[] };
export type DeviceLogSearch = Id & { file?: string; at?: string; keyword?: string };
export type WorkOrdersSearch = {
  deviceId?: string;
  companyId?: string;
  siteId?: string;
  state?: readonly string[];
  verification?: readonly string[];
  alarmCode?: string;
  model?: string;
  assigneeId?: string;
  late?: 'true';
  mine?: 'true';
  view?: 'board';
  new?: 1;
  from?: string;
  to?: string;
};
export type OrderFiguresSearch = { from?: string; to?: string; companyId?: string; by?: string };
export type ArticlesSearch = {
  keyword?: string;
  state?: readonly string[];
  alarmCode?: string;
  work?: 'REVIEW' | 'TRANSLATION';
  view?: 'gaps';
};
/** A new article may begin with a question and its answer, in a language, and with an alarm code. */
export type ArticleSearch = {
  id?: string;
  add?: 1;
  question?: string;
  answer?: string;
  lang?: string;
  code?: string | undefined;
};
/** `q` is the text of a search, `topic` a category. */
export type KnowledgeSearch = {
  id?: string;
  lang?: string;
  q?: string | null;
  topic?: string;
  model?: string | null;
  code?: string;
};
export type AppsSearch = { state?: readonly string[]; platform?: string; keyword?: string };
export type AppReleasesSearch = { appId?: string; state?: readonly string[]; keyword?: string };
/** Texts in force, as everyone reads them. */
export type AgreementTextsSearch = { kind?: string; audience?: string; region?: string };
export type AgreementsSearch = { view?: 'records'; kind?: string; state?: readonly string[] };
/** A new version may begin with the texts of an earlier one. */
export type AgreementSearch = { id?: string; add?: 1; from?: string };
export type PackagesSearch = { state?: readonly string[]; model?: string; keyword?: string };
export type AccountsSearch = { id?: string; roleId?: string; companyId?: string; add?: 'create' };
export type SettingsSyncSearch = {
  device?: string;
  profile?: string;
  group?: string;
  target?: readonly string[];
};
export type AiImagesSearch = {
  projectId?: string;
  siteId?: string;
  deviceId?: string;
  classId?: string;
  state?: string;
  labelState?: string;
};
