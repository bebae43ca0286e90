import { doorSides, elevatorLimits, type ElevatorProjectDetail } from '@sweepline/contract';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../kit/ui/button.tsx';

type SiteFloors = ElevatorProjectDetail['siteFloors'];

/** Where an elevator stops, from the lowest floor: its own label, the floor of the site, the map, and the doors that open. */
export function FloorFields({ siteFloors }: { siteFloors: SiteFloors }) {
  const { t } = useTranslation('places/elevators');
  const form = Form.useFormInstance();
  const chosen = (Form.useWatch('floors', form) as { floorId?: string | null }[] | undefined) ?? [];
  const doors = doorSides.map((value) => ({ value, label: t(`doors.${value}`) }));
  const mapsOf = (index: number) => siteFloors.find(({ id }) => id === chosen[index]?.floorId)?.maps ?? [];
  // A map belongs to one floor, so another floor takes its only map or none.
  const takeMap = (index: number, floorId: string | undefined) => {
    const maps = siteFloors.find(({ id }) => id === floorId)?.maps ?? [];
    form.setFieldValue(['floors', index, 'floorId'], floorId ?? null);
    form.setFieldValue(['floors', index, 'mapId'], maps.length === 1 ? maps[0]!.id : null);
  };
  return (
    <Form.List name="floors">
      {(fields, { add, remove, move }, { errors }) => (
        <fieldset className="elevator-rows">
          <legend>{t('floorsFromLowest')}</legend>
          {fields.map(({ key, name }) => (
            <div key={key} className="elevator-floor-row">
              <Form.Item name={[name, 'label']}>
                <Input
                  maxLength={elevatorLimits.labelLength}
                  aria-label={t('label')}
                  placeholder={t('label')}
                />
              </Form.Item>
              <Form.Item name={[name, 'floorId']}>
                <Select
                  allowClear
                  aria-label={t('floor')}
                  placeholder={t('floor')}
                  options={siteFloors.map((floor) => ({ value: floor.id, label: floor.name }))}
                  onChange={(floorId: string | undefined) => takeMap(name, floorId)}
                />
              </Form.Item>
              <Form.Item name={[name, 'mapId']} getValueFromEvent={(id?: string) => id ?? null}>
                <Select
                  allowClear
                  aria-label={t('map')}
                  placeholder={t('map')}
                  options={mapsOf(name).map((map) => ({ value: map.id, label: map.name }))}
                />
              </Form.Item>
              <Form.Item name={[name, 'doors']}>
                <Select
                  mode="multiple"
                  options={doors}
                  aria-label={t('doorTitle')}
                  placeholder={t('doorTitle')}
                />
              </Form.Item>
              <Button
                look="quiet"
                icon="up"
                aria-label={t('moveUp')}
                disabled={name === 0}
                onClick={() => move(name, name - 1)}
              />
              <Button look="quiet" icon="close" aria-label={t('removeFloor')} onClick={() => remove(name)} />
            </div>
          ))}
          <Form.ErrorList errors={errors} />
          {fields.length < elevatorLimits.floors && (
            <Button
              look="quiet"
              icon="plus"
              onClick={() => add({ label: '', floorId: null, mapId: null, doors: ['FRONT'] })}
            >
              {t('addFloor')}
            </Button>
          )}
        </fieldset>
      )}
    </Form.List>
  );
}
