import { maxWallRobots } from '@sweepline/contract';
import { cameras, type Camera } from '@sweepline/contract/robot';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../kit/api/session.ts';
import { SavedViews } from '../../../kit/list/filter/saved-views.tsx';
import { Button } from '../../../kit/ui/button.tsx';
import { Empty } from '../../../kit/ui/empty.tsx';
import { Segments } from '../../../kit/ui/segments.tsx';
import { Skeleton } from '../../../kit/ui/skeleton.tsx';
import { DeviceSelect } from '../../../shared/device-picker/device-select.tsx';
import { deviceName } from '../../../shared/robot/use-device-choices.ts';
import { ReasonStep } from '../../../shared/video/reason-step.tsx';
import { columnChoices, useWall } from './use-wall.ts';
import { useWallDevices } from './use-wall-devices.ts';
import { SiteProposals, SiteSelect, useWallSites } from './wall-sites.tsx';
import { WallTile } from './wall-tile.tsx';
import './video-wall.css';

/** Up to nine robots beside each other, one of them large. With one site its cameras are there at once. */
export function VideoWallPage() {
  const { t } = useTranslation('remote/video');
  const { sites, total, search } = useWallSites();
  const only = total === 1 ? sites?.[0] : undefined;
  const wall = useWall(only?.robots.map(({ id }) => id) ?? []);
  const { robots, camera, large, columns, change } = wall;
  const devices = useWallDevices(robots);
  const [reason, setReason] = useState('');
  const company = useSession()?.companyId;
  const isReasonDue = devices.some(({ data }) => data && data.device.companyId !== company);
  const put = (ids: readonly string[]) => change({ robots: ids, large: null });
  const remove = (id: string) => change({ robots: robots.filter((one) => one !== id) });
  const content = () => {
    if (robots.length === 0) return <SiteProposals sites={sites} onChoose={put} />;
    if (devices.some(({ data, error }) => !data && !error)) return <Skeleton lines={8} />;
    if (isReasonDue && reason === '') return <ReasonStep onReason={setReason} />;
    return (
      <div className="wall-tiles" data-columns={columns} data-focus={large !== null || undefined}>
        {devices.map(({ id, data }) =>
          data ? (
            <WallTile
              key={id}
              device={{ id, name: deviceName(data.device) }}
              live={data.live}
              camera={camera}
              reason={reason}
              isLarge={id === large}
              onLarge={(isLarge) => change({ large: isLarge ? id : null })}
              onRemove={() => remove(id)}
            />
          ) : (
            <article key={id} className="wall-tile">
              <Empty icon="robot" title={t('gone')}>
                <Button onClick={() => remove(id)}>{t('removeIt')}</Button>
              </Empty>
            </article>
          ),
        )}
      </div>
    );
  };
  return (
    <section className="wall">
      <header className="sl-page-head">
        <h1>{t('title')}</h1>
        <WallChoices wall={wall}>
          {total > 1 && <SiteSelect sites={sites} search={search} onChoose={put} />}
        </WallChoices>
      </header>
      {content()}
    </section>
  );
}

interface ChoicesProps {
  wall: ReturnType<typeof useWall>;
  children: ReactNode;
}

/** Robot, camera and layout. */
function WallChoices({ wall: { robots, camera, columns, change }, children }: ChoicesProps) {
  const { t } = useTranslation('remote/video');
  const { t: video } = useTranslation('video');
  return (
    <div className="sl-page-actions wall-choices">
      {children}
      {robots.length < maxWallRobots ? (
        <DeviceSelect
          key={robots.length}
          label={t('add')}
          value={null}
          without={robots}
          onChange={(id) => change({ robots: [...robots, id] })}
        />
      ) : (
        <p>{t('full')}</p>
      )}
      <Select<Camera>
        aria-label={t('camera')}
        className="sl-filter"
        value={camera}
        options={cameras.map((value) => ({ value, label: video(`camera.${value}`) }))}
        onChange={(next) => change({ camera: next })}
      />
      <Segments
        label={t('columns')}
        value={columns}
        options={columnChoices.map((value) => ({ value, text: t('columnsOf', { number: value }) }))}
        onChange={(next) => change({ columns: columnChoices.find((one) => one === next) ?? '3' })}
      />
      <SavedViews />
    </div>
  );
}
