import type { Lang } from '@sweepline/contract';

/** Texts of notices about people who reach a robot from afar. */
export const remoteAccessNoticeTexts = {
  videoWatched: {
    en: '{viewer} of {company} is watching a camera of <strong>{name}</strong>',
    'zh-cn': '{company} 的 {viewer} 正在观看 <strong>{name}</strong> 的摄像头',
    'zh-cw': '{company} 的 {viewer} 正在觀看 <strong>{name}</strong> 的攝影機',
    ja: '{company} の {viewer} が <strong>{name}</strong> のカメラを表示しています',
    ko: '{company}의 {viewer} 님이 <strong>{name}</strong> 장치의 카메라를 시청하고 있습니다',
    ge: '{viewer} von {company} sieht eine Kamera von <strong>{name}</strong> an',
  },
  videoRecorded: {
    en: '{viewer} of {company} is recording a camera of <strong>{name}</strong>',
    'zh-cn': '{company} 的 {viewer} 正在录制 <strong>{name}</strong> 的摄像头',
    'zh-cw': '{company} 的 {viewer} 正在錄製 <strong>{name}</strong> 的攝影機',
    ja: '{company} の {viewer} が <strong>{name}</strong> のカメラを録画しています',
    ko: '{company}의 {viewer} 님이 <strong>{name}</strong> 장치의 카메라를 녹화하고 있습니다',
    ge: '{viewer} von {company} nimmt das Bild einer Kamera von <strong>{name}</strong> auf',
  },
  shellRequested: {
    en: '{person} of {company} requests a shell on <strong>{name}</strong>',
    'zh-cn': '{company} 的 {person} 申请打开 <strong>{name}</strong> 的远程终端',
    'zh-cw': '{company} 的 {person} 申請開啟 <strong>{name}</strong> 的遠端終端機',
    ja: '{company} の {person} が <strong>{name}</strong> のリモートシェルを申請しています',
    ko: '{company}의 {person} 님이 <strong>{name}</strong> 장치의 원격 셸을 요청했습니다',
    ge: '{person} von {company} beantragt eine Shell auf <strong>{name}</strong>',
  },
  shellApproved: {
    en: '{person} approved your shell on <strong>{name}</strong>',
    'zh-cn': '{person} 已批准您打开 <strong>{name}</strong> 的远程终端',
    'zh-cw': '{person} 已核准您開啟 <strong>{name}</strong> 的遠端終端機',
    ja: '{person} が <strong>{name}</strong> のリモートシェルを承認しました',
    ko: '{person} 님이 <strong>{name}</strong> 장치의 원격 셸을 승인했습니다',
    ge: '{person} hat Ihre Shell auf <strong>{name}</strong> freigegeben',
  },
  shellRefused: {
    en: '{person} refused your shell on <strong>{name}</strong>',
    'zh-cn': '{person} 拒绝了您打开 <strong>{name}</strong> 远程终端的申请',
    'zh-cw': '{person} 拒絕了您開啟 <strong>{name}</strong> 遠端終端機的申請',
    ja: '{person} が <strong>{name}</strong> のリモートシェルの申請を却下しました',
    ko: '{person} 님이 <strong>{name}</strong> 장치의 원격 셸 요청을 거부했습니다',
    ge: '{person} hat Ihre Shell auf <strong>{name}</strong> abgelehnt',
  },
  shellOpened: {
    en: '{person} of {company} opened a shell on <strong>{name}</strong>',
    'zh-cn': '{company} 的 {person} 打开了 <strong>{name}</strong> 的远程终端',
    'zh-cw': '{company} 的 {person} 開啟了 <strong>{name}</strong> 的遠端終端機',
    ja: '{company} の {person} が <strong>{name}</strong> のリモートシェルを開きました',
    ko: '{company}의 {person} 님이 <strong>{name}</strong> 장치의 원격 셸을 열었습니다',
    ge: '{person} von {company} hat eine Shell auf <strong>{name}</strong> geöffnet',
  },
  shellWithoutApproval: {
    en: '{person} of {company} opens a shell on <strong>{name}</strong> without the approvals that it needs',
    'zh-cn': '{company} 的 {person} 未经所需审批打开 <strong>{name}</strong> 的远程终端',
    'zh-cw': '{company} 的 {person} 未經所需核准開啟 <strong>{name}</strong> 的遠端終端機',
    ja: '{company} の {person} が必要な承認なしで <strong>{name}</strong> のリモートシェルを開きます',
    ko: '{company}의 {person} 님이 필요한 승인 없이 <strong>{name}</strong> 장치의 원격 셸을 엽니다',
    ge: '{person} von {company} öffnet eine Shell auf <strong>{name}</strong> ohne die nötigen Freigaben',
  },
} as const satisfies Record<string, Record<Lang, string>>;
