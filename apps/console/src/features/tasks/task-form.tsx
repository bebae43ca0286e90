import { deviceCalls, mapCalls } from '@sweepline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { reading } from '../../kit/api.ts';
import { Failure } from '../../kit/failure.tsx';
import { Figure } from '../../kit/figure.tsx';
import { formatArea, formatDuration, formatNumber } from '../../kit/format.ts';
import { LeaveGuard } from '../../kit/leave-guard.tsx';
import { TaskFormFields } from './task-form-fields.tsx';
import { chosenZones, cleanZonesOf, withDevice } from './task-form-values.ts';
import { estimate } from './task-rules.ts';
import type { TaskForm as Form } from './use-task-form.ts';
import { ZoneMap } from './zone-map.tsx';
import './task-form.css';

interface Props {
  title: string;
  form: Form;
  /** The act, named by device and number of areas. */
  buttons: (device: string, areas: number) => ReactNode;
  /** Why it was refused, beside the buttons. */
  refusal: ReactNode;
  onSubmit: () => void;
}

/** What to clean, where and how: fields beside the map they are about, and what it comes to above the button. */
export function TaskForm({ title, form, buttons, refusal, onSubmit }: Props) {
  const { t } = useTranslation('tasks');
  const [hovered, hover] = useState<string>();
  const { device, maps, map } = useFormData(form);
  const zones = cleanZonesOf(map.data);
  const chosen = chosenZones(zones, form.values.zoneIds);
  const areaM2 = chosen.reduce((sum, zone) => sum + zone.areaM2, 0);
  const repetitions = form.values.repetitions ?? 1;
  const time = estimate(areaM2, repetitions, device?.model ?? '');

  return (
    <form
      className="task-form"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <div className="task-form-fields">
        <h1>{title}</h1>
        <TaskFormFields
          form={form}
          device={device}
          maps={maps}
          zones={zones}
          mapRead={map.isSuccess}
          onHover={hover}
        />
      </div>
      <div className="task-form-map">
        {map.error ? (
          <Failure error={map.error} onRetry={() => void map.refetch()} />
        ) : (
          <ZoneMap
            map={map.data}
            zones={zones}
            chosen={form.values.zoneIds}
            hovered={hovered}
            device={device}
            onChange={(zoneIds) => form.change({ zoneIds })}
          />
        )}
      </div>
      <footer className="task-form-foot">
        <dl>
          <div>
            <dt>{t('planned')}</dt>
            <dd>
              <Figure value={formatArea(chosen.length > 0 ? areaM2 : null)} formula={t('plannedFormula')} />
            </dd>
          </div>
          <div>
            <dt>{t('estimated')}</dt>
            <dd>
              <Figure
                value={formatDuration(time?.seconds ?? null)}
                {...(time && {
                  formula: t('estimateFormula', {
                    area: formatArea(areaM2),
                    repetitions,
                    width: formatNumber(time.widthM, 2),
                    speed: formatNumber(time.speedMps, 2),
                    share: formatNumber(time.usefulShare, 2),
                  }),
                })}
              />
            </dd>
          </div>
        </dl>
        {refusal}
        <span className="task-form-buttons">
          {buttons(device ? device.nickname || device.sn : '', chosen.length)}
        </span>
      </footer>
      <LeaveGuard unsaved={form.touched} />
    </form>
  );
}

function useFormData(form: Form) {
  const { values, fill } = form;
  const { deviceId, mapId } = values;
  const device = useQuery({
    ...reading(deviceCalls.detail, { id: deviceId ?? '' }),
    enabled: deviceId !== undefined,
  });
  const maps = useQuery(reading(mapCalls.list, { page: 1, pageSize: 99, sort: 'name' }));
  const map = useQuery({
    ...reading(mapCalls.detail, { id: mapId ?? '' }),
    enabled: mapId !== undefined,
    meta: { silent: true },
  });
  const known = device.data?.device;
  useEffect(() => {
    // A device that came with the address brings its map and its usual way to clean, as one chosen by hand does.
    if (known && values.cleaningMode === undefined) {
      fill(withDevice(values, { id: known.id, model: known.model, mapId: values.mapId ?? known.live.mapId }));
    }
  }, [known, values, fill]);
  return { device: known, maps: maps.data?.list ?? [], map };
}
