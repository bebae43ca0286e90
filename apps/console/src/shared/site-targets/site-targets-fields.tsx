import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { areaUnit } from '../../kit/format/format-unit.ts';
import { currentLocale } from '../../kit/format/lang.ts';
import { ScaledInput } from './scaled-input.tsx';

/** The targets of a site. */
export function TargetFields() {
  const { t } = useTranslation('site-targets');
  const { perM2, sign } = areaUnit();
  return (
    <>
      <Form.Item name="areaM2PerWeek" label={t('areaM2PerWeek')} extra={t('areaHint')}>
        <ScaledInput factor={perM2} suffix={sign} />
      </Form.Item>
      {(['coverage', 'completion', 'onlineRate', 'doneShare'] as const).map((name) => (
        <Form.Item key={name} name={name} label={t(name)} extra={t(`${name}Hint`)}>
          <ScaledInput factor={100} max={100} suffix="%" />
        </Form.Item>
      ))}
    </>
  );
}

function currencies() {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code} · ${names.of(code) ?? code}`,
  }));
}

/** What cleaning by hand takes, as the person states it. */
export function AssumptionFields() {
  const { t } = useTranslation('site-targets');
  const { perM2, sign } = areaUnit();
  return (
    <>
      <Form.Item name="manualM2PerHour" label={t('manualM2PerHour')} extra={t('manualM2PerHourHint')}>
        <ScaledInput factor={perM2} suffix={`${sign}/h`} />
      </Form.Item>
      <Form.Item name="hourlyWage" label={t('hourlyWage')} extra={t('hourlyWageHint')}>
        <ScaledInput suffix="/h" />
      </Form.Item>
      <Form.Item
        name="currency"
        label={t('currency')}
        // The cleared choice is undefined, but the contract requires null.
        normalize={(value?: string) => value ?? null}
      >
        <Select showSearch={{ optionFilterProp: 'label' }} allowClear options={currencies()} />
      </Form.Item>
      <Form.Item name="manualLitresPerM2" label={t('manualLitresPerM2')} extra={t('manualLitresPerM2Hint')}>
        <ScaledInput factor={1 / perM2} suffix={`L/${sign}`} />
      </Form.Item>
      <Form.Item name="manualWhPerM2" label={t('manualWhPerM2')} extra={t('manualWhPerM2Hint')}>
        <ScaledInput factor={1 / perM2} suffix={`Wh/${sign}`} />
      </Form.Item>
      <Form.Item name="gCo2PerKwh" label={t('gCo2PerKwh')} extra={t('gCo2PerKwhHint')}>
        <ScaledInput suffix="g/kWh" />
      </Form.Item>
    </>
  );
}
