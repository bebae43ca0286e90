import { deviceUpdateCalls, type Output, type UpdateWindow } from '@sweepline/contract';
import { Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Allowed } from '../../../../kit/api/allowed.tsx';
import { DateInput } from '../../../../kit/form/date-input.tsx';
import { FormDialog } from '../../../../kit/form/form-dialog.tsx';
import { Button } from '../../../../kit/ui/button.tsx';
import { Segments } from '../../../../kit/ui/segments.tsx';

type Site = NonNullable<Output<typeof deviceUpdateCalls.standing>['siteWindow']>;

/** When updates may begin at the site of the robot. */
export function SiteWindow({ site }: { site: Site | null }) {
  const { t } = useTranslation('updates/rollouts');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="sl-panel">
      <header>
        <h2>{site ? t('device.window', { site: site.siteName }) : t('window')}</h2>
        {site && (
          <Allowed call={deviceUpdateCalls.setSiteWindow}>
            <Button onClick={() => setOpen(true)}>{t('device.editWindow')}</Button>
          </Allowed>
        )}
      </header>
      <p className="updates-text">
        {!site && t('device.noSite')}
        {site && (site.window ? t('device.windowTimes', site.window) : t('device.noWindow'))}
      </p>
      {site && isOpen && <WindowDialog site={site} onClose={() => setOpen(false)} />}
    </section>
  );
}

const night: UpdateWindow = { from: '22:00', to: '05:00' };

function WindowDialog({ site, onClose }: { site: Site; onClose: () => void }) {
  const { t } = useTranslation('updates/rollouts');
  const { siteId, siteName, window } = site;
  const [isAny, setAny] = useState(window === null);
  return (
    <FormDialog
      key={String(isAny)}
      title={t('device.window', { site: siteName })}
      call={deviceUpdateCalls.setSiteWindow}
      initial={{ siteId, window: isAny ? null : (window ?? night) }}
      submit={t('device.saveWindow')}
      onClose={onClose}
    >
      <p>{t('device.windowHint')}</p>
      <Segments
        label={t('window')}
        value={isAny ? 'any' : 'window'}
        onlyWay
        options={[
          { value: 'any', text: t('device.anyTime') },
          { value: 'window', text: t('device.onlyIn') },
        ]}
        onChange={(next) => setAny(next === 'any')}
      />
      {!isAny && (
        <div className="updates-window">
          {(['from', 'to'] as const).map((end) => (
            <Form.Item key={end} name={['window', end]} label={t(`windowEnd.${end}`)}>
              <DateInput kind="clock" clearable={false} />
            </Form.Item>
          ))}
        </div>
      )}
    </FormDialog>
  );
}
