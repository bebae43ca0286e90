import type { Screen, ScreenState } from '@sweepline/contract';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Ago } from '../../../kit/format/ago.tsx';
import { formatNumber } from '../../../kit/format/format.ts';
import { langNames } from '../../../kit/format/lang.ts';
import type { Column } from '../../../kit/list/column.ts';
import type { IconName } from '../../../kit/ui/icons.ts';
import { StateMark } from '../../../kit/ui/state-mark.tsx';
import type { Tone } from '../../../kit/ui/theme.ts';

const stateLooks: Record<ScreenState, { tone: Tone; icon: IconName }> = {
  WAITING: { tone: 'waiting', icon: 'clock' },
  LIVE: { tone: 'working', icon: 'check' },
  SILENT: { tone: 'fault', icon: 'offline' },
  REVOKED: { tone: 'quiet', icon: 'close' },
};

export function useScreenColumns(): Column<Screen>[] {
  const { t } = useTranslation('figures/screens');
  return useMemo(
    () => [
      {
        key: 'name',
        title: t('name'),
        cell: ({ name, companyName }) => (
          <>
            <span className="sl-identity">{name}</span>
            <small>{companyName}</small>
          </>
        ),
      },
      {
        key: 'state',
        title: t('state'),
        cell: ({ state }) => <StateMark {...stateLooks[state]} word={t(`states.${state}`)} />,
      },
      { key: 'seen', title: t('seen'), cell: ({ lastSeenAt }) => <Ago at={lastSeenAt} /> },
      {
        key: 'shows',
        title: t('shows'),
        cell: ({ site, showSn, showAddress }) => (
          <>
            <span>{site?.name ?? t('wholeCompany')}</span>
            <small>
              {[showSn && t('serialNumbers'), showAddress && t('addresses')].filter(Boolean).join(' · ') ||
                t('noDetails')}
            </small>
          </>
        ),
      },
      {
        key: 'scenes',
        title: t('scenes'),
        cell: ({ scenes, lang }) => {
          const kinds = scenes.map(({ kind }) => t(`kinds.${kind}`)).join(' · ');
          const seconds = formatNumber(scenes.reduce((sum, scene) => sum + scene.seconds, 0));
          return (
            <>
              <span className="screen-kinds" title={kinds}>
                {kinds}
              </span>
              <small>
                {langNames[lang]} · {t('inTurn', { seconds })}
              </small>
            </>
          );
        },
      },
      {
        key: 'created',
        title: t('created'),
        cell: ({ createdAt, createdBy }) => (
          <>
            <Ago at={createdAt} />
            <small>{createdBy}</small>
          </>
        ),
      },
    ],
    [t],
  );
}
