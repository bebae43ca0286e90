import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';

/** The number in a native field. */
export const numberOf = ({ target }: { target: HTMLInputElement }) => target.valueAsNumber;

/** What a robot plays and shows on its tour. */
export function TourSignalFields() {
  const { t } = useTranslation('work/tasks');
  return (
    <div className="tour-row">
      <Form.Item name="audioSlots" label={t('tour.audio')} extra={t('tour.audioHint')}>
        <Select mode="tags" tokenSeparators={[',', ' ']} open={false} />
      </Form.Item>
      <Form.Item name="intervalS" label={t('tour.interval')} getValueFromEvent={numberOf}>
        <input type="number" className="sl-input" min={5} max={600} />
      </Form.Item>
      <Form.Item name="volume" label={t('tour.volume')} getValueFromEvent={numberOf}>
        <input type="number" className="sl-input" min={0} max={100} />
      </Form.Item>
      <Form.Item name="led" label={t('tour.led')}>
        <input type="color" className="sl-input tour-led" />
      </Form.Item>
    </div>
  );
}
