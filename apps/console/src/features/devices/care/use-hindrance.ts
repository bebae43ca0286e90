import type { DeviceLive } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';

/** What an action requires of a robot: online, idle, ready and free, stopped by a fault if not free, or not charging. */
type Need = 'reach' | 'stand' | 'standby' | 'standbyOrFault' | 'offItsCharger';
const idleModes = new Set(['STANDBY', 'CHARGING', 'ERROR', 'SLEEP']);

/** The reason why an action is not possible now. The server and the robot check it too. */
export function useHindrance({ connection, mode, run }: DeviceLive, need: Need): string | undefined {
  const { t } = useTranslation('devices/care');
  if (connection.state === 'OFFLINE') return t('hindered.offline');
  if (connection.state === 'SLEEP') return t('hindered.asleep');
  if (need === 'reach') return undefined;
  if (need === 'standbyOrFault' && mode?.value.mode === 'ERROR') return undefined;
  if (run || (mode && !idleModes.has(mode.value.mode))) return t('hindered.working');
  if (need === 'offItsCharger') return mode?.value.mode === 'CHARGING' ? t('hindered.charging') : undefined;
  return need !== 'stand' && mode?.value.mode !== 'STANDBY' ? t('hindered.standby') : undefined;
}
