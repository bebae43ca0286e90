import type { Lang } from '@sweepline/contract';

/** Texts of notices about software updates. */
export const updateNoticeTexts = {
  updatePlanned: {
    en: '<strong>{name}</strong> gets version {version} between {from} and {to}. You can postpone it',
    'zh-cn': '<strong>{name}</strong> 将在 {from} 至 {to} 之间升级到版本 {version}，您可以推迟',
    'zh-cw': '<strong>{name}</strong> 將在 {from} 至 {to} 之間升級到版本 {version}，您可以延後',
    ja: '<strong>{name}</strong> は {from}～{to} の間にバージョン {version} に更新されます。延期できます',
    ko: '<strong>{name}</strong> 장치가 {from}~{to} 사이에 버전 {version}(으)로 업데이트됩니다. 연기할 수 있습니다',
    ge: '<strong>{name}</strong> bekommt zwischen {from} und {to} die Version {version}. Sie können das verschieben',
  },
  updateForced: {
    en: '<strong>{name}</strong> gets version {version} now. This update cannot be postponed',
    'zh-cn': '<strong>{name}</strong> 现在将升级到版本 {version}，此次升级不能推迟',
    'zh-cw': '<strong>{name}</strong> 現在將升級到版本 {version}，此次升級不能延後',
    ja: '<strong>{name}</strong> はこれからバージョン {version} に更新されます。このアップデートは延期できません',
    ko: '<strong>{name}</strong> 장치가 지금 버전 {version}(으)로 업데이트됩니다. 이 업데이트는 연기할 수 없습니다',
    ge: '<strong>{name}</strong> bekommt jetzt die Version {version}. Dieses Update lässt sich nicht verschieben',
  },
  updateSoon: {
    en: '<strong>{name}</strong> gets version {version} as soon as it is ready. You can postpone it',
    'zh-cn': '<strong>{name}</strong> 就绪后将升级到版本 {version}，您可以推迟',
    'zh-cw': '<strong>{name}</strong> 就緒後將升級到版本 {version}，您可以延後',
    ja: '<strong>{name}</strong> は準備ができ次第バージョン {version} に更新されます。延期できます',
    ko: '<strong>{name}</strong> 장치가 준비되는 대로 버전 {version}(으)로 업데이트됩니다. 연기할 수 있습니다',
    ge: '<strong>{name}</strong> bekommt Version {version}, sobald es möglich ist. Sie können das verschieben',
  },
  updateDone: {
    en: '<strong>{name}</strong> now runs version {version}',
    'zh-cn': '<strong>{name}</strong> 已升级到版本 {version}',
    'zh-cw': '<strong>{name}</strong> 已升級到版本 {version}',
    ja: '<strong>{name}</strong> はバージョン {version} に更新されました',
    ko: '<strong>{name}</strong> 장치가 버전 {version}(으)로 업데이트되었습니다',
    ge: '<strong>{name}</strong> läuft jetzt mit Version {version}',
  },
  updateFailed: {
    en: 'The update of <strong>{name}</strong> to version {version} failed',
    'zh-cn': '<strong>{name}</strong> 升级到版本 {version} 失败',
    'zh-cw': '<strong>{name}</strong> 升級到版本 {version} 失敗',
    ja: '<strong>{name}</strong> のバージョン {version} への更新に失敗しました',
    ko: '<strong>{name}</strong> 장치의 버전 {version} 업데이트가 실패했습니다',
    ge: 'Das Update von <strong>{name}</strong> auf Version {version} ist fehlgeschlagen',
  },
  packageApproved: {
    en: '{person} approved the package <strong>{name}</strong>, version {version}',
    'zh-cn': '{person} 已批准升级包 <strong>{name}</strong>（版本 {version}）',
    'zh-cw': '{person} 已核准升級包 <strong>{name}</strong>（版本 {version}）',
    ja: '{person} がパッケージ <strong>{name}</strong>（バージョン {version}）を承認しました',
    ko: '{person} 님이 패키지 <strong>{name}</strong>(버전 {version})을(를) 승인했습니다',
    ge: '{person} hat das Paket <strong>{name}</strong>, Version {version}, freigegeben',
  },
} as const satisfies Record<string, Record<Lang, string>>;
