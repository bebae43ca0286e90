import { networkCardCalls, type NetworkCard } from '@sweepline/contract';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { may } from '../../../kit/api/may.ts';
import { RowMenu } from '../../../kit/list/row-menu.tsx';
import { useAction } from '../../../kit/api/use-action.ts';

const dialogs = {
  suspend: lazy(() => lazyPart(() => import('./card-dialogs.tsx').then((m) => m.SuspendDialog))),
  edit: lazy(() => lazyPart(() => import('./card-dialogs.tsx').then((m) => m.EditDialog))),
  remove: lazy(() => lazyPart(() => import('./card-dialogs.tsx').then((m) => m.RemoveDialog))),
};

interface Props {
  card: NetworkCard;
  /** Called after the card was deleted. */
  onGone?: () => void;
}

/** Actions on a card. The operator executes them, and the page shows the state it reports. */
export function CardActions({ card, onGone }: Props) {
  const { t } = useTranslation('stock/network-cards');
  const [open, setOpen] = useState<keyof typeof dialogs | null>(null);
  const refresh = useAction(networkCardCalls.refresh, { done: t('refreshed') });
  const resume = useAction(networkCardCalls.resume, { done: t('resumed', { iccid: card.iccid }) });
  if (!may(networkCardCalls.update.allow)) return null;
  const Dialog = open && dialogs[open];
  const suspended = card.status === 'DEACTIVATED';
  return (
    <>
      <RowMenu
        label={card.iccid}
        items={[
          {
            key: 'refresh',
            text: t('refresh'),
            icon: 'refresh',
            run: () => refresh.mutate({ id: card.id }),
          },
          suspended && {
            key: 'resume',
            text: t('resume'),
            icon: 'play',
            run: () => resume.mutate({ id: card.id }),
          },
          !suspended && {
            key: 'suspend',
            text: t('suspend'),
            icon: 'stop',
            danger: true,
            run: () => setOpen('suspend'),
          },
          { key: 'edit', text: t('edit'), icon: 'edit', run: () => setOpen('edit') },
          !card.device && {
            key: 'remove',
            text: t('remove'),
            icon: 'trash',
            danger: true,
            run: () => setOpen('remove'),
          },
        ]}
      />
      {Dialog && (
        <Suspense>
          <Dialog
            card={card}
            onClose={() => setOpen(null)}
            onGone={() => {
              setOpen(null);
              onGone?.();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
