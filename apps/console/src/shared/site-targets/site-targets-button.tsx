import { siteTargetCalls, type SiteTarget } from '@sweepline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../kit/api/allowed.tsx';
import { callQuery } from '../../kit/api/api.ts';
import { Button } from '../../kit/ui/button.tsx';
import { SiteTargetsDialog } from './site-targets-dialog.tsx';

/** Opens the dialog for the targets of a site, with the current values. Hidden from accounts that may not set them. */
export function SiteTargetsButton({ siteId, look = 'plain' }: { siteId: string; look?: 'plain' | 'quiet' }) {
  const { t } = useTranslation('site-targets');
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [target, setTarget] = useState<SiteTarget | null>(null);
  const open = async () => {
    setBusy(true);
    try {
      // Read again at every opening: a save on an older version is refused.
      const { list } = await cache.fetchQuery({
        ...callQuery(siteTargetCalls.list, { siteId }),
        staleTime: 0,
      });
      setTarget(list[0] ?? null);
    } catch {
      // The query client shows the failure.
    } finally {
      setBusy(false);
    }
  };
  return (
    <Allowed call={siteTargetCalls.save}>
      <Button look={look} icon="ruler" busy={busy} onClick={() => void open()}>
        {t('open')}
      </Button>
      {target && <SiteTargetsDialog target={target} onClose={() => setTarget(null)} />}
    </Allowed>
  );
}
