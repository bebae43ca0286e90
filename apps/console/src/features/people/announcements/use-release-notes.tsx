import { announcementCalls, topics } from '@sweepline/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { lazyPart } from '../../../kit/api/chunks.ts';
import { may } from '../../../kit/api/may.ts';
import { useTopic } from '../../../kit/api/use-live.ts';
import { ReleaseNotesCard } from './release-notes-card.tsx';
import './release-notes-card.css';

const AnnouncementDialog = lazy(() =>
  lazyPart(() => import('./announcement-dialog.tsx').then((m) => m.AnnouncementDialog)),
);
const ReadDialog = lazy(() => lazyPart(() => import('./read-dialog.tsx').then((m) => m.ReadDialog)));

interface ReleaseNotes {
  title: string;
  /** There are release notes this user has not opened. */
  fresh: boolean;
  /** Super admins write them; all other users read the newest. */
  open: () => void;
  /** The dialog, and the card that announces new release notes once. */
  parts: ReactNode;
}

/** Release notes for the user menu. */
export function useReleaseNotes(): ReleaseNotes {
  const { t } = useTranslation('people/announcements');
  const cache = useQueryClient();
  const [dialog, setDialog] = useState<'write' | 'read' | null>(null);
  const newest = callQuery(announcementCalls.newest, {});
  const { data } = useQuery({ ...newest, staleTime: Infinity, meta: { silent: true } });
  useTopic(topics.announcement, () => void cache.invalidateQueries({ queryKey: newest.queryKey }));
  const fresh = data?.read === false ? data.announcement?.id : undefined;
  const close = () => setDialog(null);
  return {
    title: t('title'),
    fresh: fresh !== undefined,
    open: () => setDialog(may(announcementCalls.publish.allow) ? 'write' : 'read'),
    parts: (
      <>
        {fresh !== undefined && dialog === null && (
          <ReleaseNotesCard key={fresh} id={fresh} onRead={() => setDialog('read')} />
        )}
        <Suspense>
          {dialog === 'write' && <AnnouncementDialog onClose={close} />}
          {dialog === 'read' && <ReadDialog onClose={close} />}
        </Suspense>
      </>
    ),
  };
}
