import { videoWallCalls, type WallSite } from '@sweepline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callQuery } from '../../../kit/api/api.ts';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';

/** Sites that a wall without robots proposes; the select finds the others. */
const maxProposed = 12;

/** The sites with cameras, narrowed by a search on the server. */
export function useWallSites() {
  const [keyword, search] = useState('');
  const { data } = useQuery({
    ...callQuery(videoWallCalls.sites, { pageSize: 50, ...(keyword && { keyword }) }),
    placeholderData: keepPreviousData,
  });
  return { sites: data?.list, total: data?.total ?? 0, search };
}

interface Props {
  sites: readonly WallSite[] | undefined;
  onChoose: (robots: string[]) => void;
}

const idsOf = ({ robots }: WallSite) => robots.map(({ id }) => id);
const keyOf = ({ siteId }: WallSite) => siteId ?? '';

/** Puts all cameras of a site on the wall. */
export function SiteSelect({ sites, search, onChoose }: Props & { search: (keyword: string) => void }) {
  const { t } = useTranslation('remote/video');
  return (
    <Select
      aria-label={t('site')}
      placeholder={t('site')}
      className="sl-filter"
      value={null}
      showSearch={{ filterOption: false, onSearch: search }}
      options={sites?.map((site) => ({ value: keyOf(site), label: site.siteName || t('noSite') }))}
      onChange={(key: string | null) => {
        const site = sites?.find((each) => keyOf(each) === key);
        if (site) onChoose(idsOf(site));
      }}
    />
  );
}

/** A wall without robots: each site is one press away. */
export function SiteProposals({ sites, onChoose }: Props) {
  const { t } = useTranslation('remote/video');
  if (!sites) return <Skeleton lines={4} />;
  if (sites.length === 0) return <Empty icon="camera" title={t('noCameras')} hint={t('noCamerasHint')} />;
  return (
    <Empty icon="camera" title={t('empty')} hint={t('emptyHint')}>
      <div className="wall-proposals">
        {sites.slice(0, maxProposed).map((site) => (
          <Button key={keyOf(site)} onClick={() => onChoose(idsOf(site))}>
            {t('allCameras', { site: site.siteName || t('noSite'), count: site.total })}
          </Button>
        ))}
      </div>
    </Empty>
  );
}
