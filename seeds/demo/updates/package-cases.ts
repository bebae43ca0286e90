import type { ReleaseState, ReleaseScope } from '@sweepline/contract';
import type { OtaManifest } from '@sweepline/contract/robot';

export interface PackageCase
  extends
    Pick<OtaManifest, 'models' | 'pkgType' | 'version'>,
    Partial<Pick<OtaManifest, 'minVersion' | 'fromVersions' | 'needs'>> {
  name: string;
  state: ReleaseState;
  daysAgo: number;
  kilobytes: number;
  releaseScope?: ReleaseScope;
  forced?: boolean;
  reasons?: string;
  remarks?: string;
}

/** Packages per model in each state. J30 goes from 3.3.2 to 3.5.0 over 3.4.1. */
export const packageCases: readonly PackageCase[] = [
  {
    name: 'J30 机器人软件 3.3.2',
    models: ['J30'],
    pkgType: 'ROBOT',
    version: '3.3.2',
    state: 'PUBLISHED',
    daysAgo: 210,
    kilobytes: 310,
  },
  {
    name: 'J30 机器人软件 3.4.0',
    models: ['J30'],
    pkgType: 'ROBOT',
    version: '3.4.0',
    state: 'UNLISTED',
    daysAgo: 120,
    kilobytes: 318,
    remarks: '回充对接偏差，由 3.4.1 替代',
  },
  {
    name: 'J30 机器人软件 3.4.1',
    models: ['J30'],
    pkgType: 'ROBOT',
    version: '3.4.1',
    state: 'PUBLISHED',
    daysAgo: 96,
    kilobytes: 322,
    minVersion: '3.3.0',
    fromVersions: ['3.3.2', '3.4.0'],
  },
  {
    name: 'J30 机器人软件 3.5.0',
    models: ['J30'],
    pkgType: 'ROBOT',
    version: '3.5.0',
    state: 'PENDING_RELEASE',
    daysAgo: 3,
    kilobytes: 335,
    fromVersions: ['3.4.1'],
  },
  {
    name: 'J30 屏幕 2.0.7',
    models: ['J30'],
    pkgType: 'HMI',
    version: '2.0.7',
    state: 'PUBLISHED',
    daysAgo: 95,
    kilobytes: 96,
  },
  {
    name: 'J30 屏幕 2.0.9',
    models: ['J30'],
    pkgType: 'HMI',
    version: '2.0.9',
    state: 'PUBLISHED',
    daysAgo: 5,
    kilobytes: 98,
  },
  {
    name: 'J30 屏幕 2.1.0',
    models: ['J30'],
    pkgType: 'HMI',
    version: '2.1.0',
    state: 'DRAFT',
    daysAgo: 1,
    kilobytes: 101,
    needs: [{ pkgType: 'ROBOT', version: '3.5.0' }],
  },
  {
    name: 'J20 机器人软件 2.8.0',
    models: ['J20'],
    pkgType: 'ROBOT',
    version: '2.8.0',
    state: 'PUBLISHED',
    daysAgo: 60,
    kilobytes: 205,
  },
  {
    name: 'J20 机器人软件 2.9.0',
    models: ['J20'],
    pkgType: 'ROBOT',
    version: '2.9.0',
    state: 'PUBLISHED',
    daysAgo: 9,
    kilobytes: 211,
  },
  {
    name: 'J40 机器人软件 4.1.0',
    models: ['J40'],
    pkgType: 'ROBOT',
    version: '4.1.0',
    state: 'PUBLISHED',
    daysAgo: 12,
    kilobytes: 402,
    releaseScope: 'WHITELIST',
    forced: true,
  },
  {
    name: 'J20/J40 整机 5.0.0',
    models: ['J20', 'J40'],
    pkgType: 'WHOLE',
    version: '5.0.0',
    state: 'UNPUBLISHABLE',
    daysAgo: 6,
    kilobytes: 780,
    reasons: '缺少回退测试记录，请补充后重新提交。',
  },
  {
    name: 'J20 屏幕 1.9.0',
    models: ['J20'],
    pkgType: 'HMI',
    version: '1.9.0',
    state: 'EXPIRED',
    daysAgo: 400,
    kilobytes: 88,
  },
];
