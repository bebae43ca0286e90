import type { deviceCalls, Output } from '@sweepline/contract';
import { maxCompared } from '@sweepline/contract';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DeviceSelect } from '../../../shared/device-picker/device-select.tsx';
import { CompareTable } from './compare-table.tsx';
import { PartTable } from './part-table.tsx';
import { VersionHistory } from './version-history.tsx';
import './device-versions.css';

type Detail = Output<typeof deviceCalls.detail>;

/** The installed versions of a robot, their history, and a comparison with other robots. */
export function VersionsTab({ detail: { device } }: { detail: Detail }) {
  const { t } = useTranslation('devices/versions');
  const [params, setParams] = useSearchParams();
  const others = params.getAll('with').filter((id) => id !== device.id);
  const compare = (ids: readonly string[]) =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.delete('with');
        for (const id of ids) next.append('with', id);
        return next;
      },
      { replace: true },
    );
  return (
    <div className="dv-page">
      <section className="dv-parts">
        <header>
          <h2>{t('parts')}</h2>
          {others.length < maxCompared - 1 && (
            <DeviceSelect
              key={others.length}
              label={t('compareWith')}
              value={null}
              without={[device.id, ...others]}
              onChange={(id) => compare([...others, id])}
            />
          )}
        </header>
        {others.length > 0 ? (
          <CompareTable
            ids={[device.id, ...others]}
            onLeave={(id) => compare(others.filter((other) => other !== id))}
            onEnd={() => compare([])}
          />
        ) : (
          <PartTable deviceId={device.id} />
        )}
      </section>
      <VersionHistory key={device.id} deviceId={device.id} />
    </div>
  );
}
