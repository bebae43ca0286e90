import type { DeviceLog } from '@sweepline/contract';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber, formatTime } from '../../../kit/format/format.ts';

/** What a pull asked for: the files, or the period and modules. */
export function useLogWish() {
  const { t } = useTranslation('remote/logs');
  return useCallback(
    ({ paths, from, to, modules }: Pick<DeviceLog, 'paths' | 'from' | 'to' | 'modules'>): string => {
      const [path] = paths;
      if (path !== undefined)
        return paths.length === 1
          ? path
          : t('paths', { count: paths.length, number: formatNumber(paths.length) });
      const period = t('period', { from: formatTime(from), to: formatTime(to) });
      return `${period} · ${modules.length > 0 ? modules.join(', ') : t('allModules')}`;
    },
    [t],
  );
}
