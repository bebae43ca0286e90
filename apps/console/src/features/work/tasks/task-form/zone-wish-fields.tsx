import type { Device, ZoneWishes } from '@sweepline/contract';
import { cleaningChoicesOf } from '@sweepline/contract/robot';
import { InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useWords } from '../../../../shared/words/use-words.ts';
import { chosenZones, type CleanZone } from './task-form-values.ts';
import type { TaskForm } from './use-task-form.ts';
import '../runs/runs-page.css';

interface Props {
  form: TaskForm;
  device: Device | undefined;
  zones: readonly CleanZone[];
}

/** The settings of single zones that differ from the settings of the task. */
export function ZoneWishFields({ form, device, zones }: Props) {
  const { t } = useTranslation('work/tasks');
  const { choices } = useWords();
  const { values, change } = form;
  const model = device && cleaningChoicesOf(device);
  const chosen = chosenZones(zones, values.zoneIds);
  if (!model || chosen.length === 0) return null;
  const set = (zoneId: string, wish: ZoneWishes[string]) => {
    const entries = Object.entries({ ...values.zoneWishes?.[zoneId], ...wish });
    const { [zoneId]: _, ...others } = values.zoneWishes ?? {};
    const settings = Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== null));
    change({ zoneWishes: Object.keys(settings).length > 0 ? { ...others, [zoneId]: settings } : others });
  };
  return (
    <details className="zone-wishes" open={Object.keys(values.zoneWishes ?? {}).length > 0}>
      <summary>{t('zoneWishes')}</summary>
      <p className="form-field-note">{t('zoneWishesHint')}</p>
      {chosen.map(({ id, name }) => {
        const wish = values.zoneWishes?.[id] ?? {};
        return (
          <div key={id} role="group" aria-label={name}>
            <span>{name}</span>
            <Select
              allowClear
              size="small"
              aria-label={t('fields.cleaningMode')}
              placeholder={t('asTask')}
              value={wish.cleaningMode ?? null}
              options={choices('cleaningMode', model.cleaningModes, model.names)}
              onChange={(cleaningMode: string | undefined) => set(id, { cleaningMode })}
            />
            <Select
              allowClear
              size="small"
              aria-label={t('fields.strength')}
              placeholder={t('asTask')}
              value={wish.strength ?? null}
              options={choices('strength', model.strengths, model.names)}
              onChange={(strength: string | undefined) => set(id, { strength })}
            />
            <InputNumber
              size="small"
              min={1}
              max={99}
              precision={0}
              aria-label={t('fields.repetitions')}
              placeholder={String(values.repetitions ?? 1)}
              value={wish.repetitions ?? null}
              onChange={(repetitions) => set(id, { repetitions: repetitions ?? undefined })}
            />
          </div>
        );
      })}
    </details>
  );
}
