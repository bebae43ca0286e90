import { useTranslation } from 'react-i18next';
import { formatNumber, unknown } from '../../../../kit/format/format.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** How long the robot runs without a restart: days and hours, below a day hours and minutes. */
export function useUptime() {
  const { t } = useTranslation('remote/diagnosis');
  return (bootedAt: string | null, nowMs: number): string => {
    if (bootedAt === null) return unknown;
    const ms = Math.max(0, nowMs - Date.parse(bootedAt));
    const whole = (size: number, within = Number.POSITIVE_INFINITY) =>
      formatNumber(Math.floor((ms % within) / size));
    return ms < dayMs
      ? t('uptime.hours', { hours: whole(hourMs), minutes: whole(minuteMs, hourMs) })
      : t('uptime.days', { days: whole(dayMs), hours: whole(hourMs, dayMs) });
  };
}
